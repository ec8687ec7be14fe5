import type { Metadata } from 'next'
import Link from 'next/link'
import { SignInRequired } from '@/app/sign-in-required'
import { SignOutForm } from '@/app/sign-out-form'
import { UserBadge } from '@/app/user-badge'
import { auth } from '@/auth'

export const metadata: Metadata = { title: 'Your account' }
export const instant = false

export default async function Account() {
  const session = await auth()
  // The proxy already redirects signed-out users. Check again wherever data is shown: a matcher
  // changes easily.
  if (!session?.user) return <SignInRequired callbackUrl="/account" />
  return (
    <section className="card wide" aria-labelledby="account">
      <h1 id="account">Your account</h1>
      <UserBadge user={session.user} />
      <dl className="facts">
        <dt>Session expires</dt>
        <dd>
          <time dateTime={session.expires}>{readableTime(session.expires)}</time>
        </dd>
        <dt>Stored in</dt>
        <dd>The database. This browser has only a random token.</dd>
      </dl>
      <details>
        <summary>Session as JSON</summary>
        <pre>{JSON.stringify(session, null, 2)}</pre>
      </details>
      <Link className="button" href="/security">
        Security
      </Link>
      <SignOutForm />
    </section>
  )
}

function readableTime(iso: string) {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}
