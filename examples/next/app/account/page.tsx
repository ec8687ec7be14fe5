import type { Metadata } from 'next'
import { Person } from '@/app/person'
import { SignOutForm } from '@/app/sign-out-form'
import { auth } from '@/auth'

export const metadata: Metadata = { title: 'Your account' }
export const instant = false

export default async function Account() {
  const session = await auth()
  // The proxy keeps strangers away already. What shows data checks by itself all the same: a matcher is soon changed.
  if (!session?.user) return <Stranger />
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
        <dd>An encrypted cookie that scripts cannot read</dd>
      </dl>
      <details>
        <summary>Session as JSON</summary>
        <pre>{JSON.stringify(session, null, 2)}</pre>
      </details>
      <SignOutForm />
    </section>
  )
}

function Stranger() {
  return (
    <section className="card wide">
      <h1>Please sign in first</h1>
      <a className="button" href="/api/auth/signin?callbackUrl=/account">
        Sign in
      </a>
    </section>
  )
}

function readableTime(iso: string) {
  return `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`
}
