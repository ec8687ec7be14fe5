import type { Metadata } from 'next'
import { Person } from '@/app/person'
import { SignInFirst } from '@/app/sign-in-first'
import { SignOutForm } from '@/app/sign-out-form'
import { auth } from '@/auth'

export const metadata: Metadata = { title: 'Your account' }
export const instant = false

export default async function Account() {
  const session = await auth()
  // The proxy keeps strangers away already. What shows data checks by itself all the same: a matcher is soon changed.
  if (!session?.user) return <SignInFirst callbackUrl="/account" />
  return (
    <section className="card wide" aria-labelledby="account">
      <h1 id="account">Your account</h1>
      <Person user={session.user} />
      <dl className="facts">
        <dt>Session ends</dt>
        <dd>
          <time dateTime={session.expires}>{readableTime(session.expires)}</time>
        </dd>
        <dt>Kept in</dt>
        <dd>The database; this browser has a random token for it</dd>
      </dl>
      <details>
        <summary>Session as JSON</summary>
        <pre>{JSON.stringify(session, null, 2)}</pre>
      </details>
      <SignOutForm />
    </section>
  )
}

function readableTime(iso: string) {
  return `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`
}
