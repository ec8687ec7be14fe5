import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { allowApi, refreshTokenAction } from '@/app/actions'
import { SignInRequired } from '@/app/sign-in-required'
import { currentUser } from '@/auth'
import { type ProfileResult, readProfile } from '@/playground-api'

export const metadata: Metadata = { title: 'Provider API' }
export const instant = false

/** Calls the API of the provider on the server. The browser receives only the result. */
export default async function ProviderApi() {
  const user = await currentUser()
  if (!user) return <SignInRequired callbackUrl="/provider-api" />
  return <Result result={await readProfile(user)} />
}

function Result({ result }: { result: ProfileResult }) {
  switch (result.type) {
    case 'sign-in':
      return (
        <Card title="Allow access to your profile">
          <p>
            To show your profile at Playground ID, this application needs your permission. You may have signed
            in another way, or the permission has ended.
          </p>
          <form action={allowApi}>
            <button type="submit">Sign in with Playground ID</button>
          </form>
        </Card>
      )
    case 'unavailable':
      return (
        <Card title="Playground ID is unavailable">
          <p>The provider does not respond. You are still signed in. Try again in a moment.</p>
          <a className="button" href="/provider-api">
            Try again
          </a>
        </Card>
      )
    case 'profile':
      return (
        <Card title="Your profile at Playground ID">
          <p>
            The server called the provider’s API for you. The access token is refreshed before it expires, and
            never reaches the browser.
          </p>
          <dl className="facts">
            <dt>Name</dt>
            <dd>{result.profile.name}</dd>
            <dt>Language</dt>
            <dd>{result.profile.locale}</dd>
            <dt>Scopes</dt>
            <dd>{result.scopes.join(', ')}</dd>
            <dt>Token expires</dt>
            <dd>
              <time dateTime={result.expiresAt}>{readableTime(result.expiresAt)}</time>
            </dd>
          </dl>
          <details>
            <summary>Response as JSON</summary>
            <pre>{JSON.stringify(result.profile, null, 2)}</pre>
          </details>
          <form action={refreshTokenAction}>
            <button type="submit" className="quiet">
              Refresh the token now
            </button>
          </form>
        </Card>
      )
  }
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card wide" aria-labelledby="provider-api">
      <h1 id="provider-api">{title}</h1>
      {children}
    </section>
  )
}

function readableTime(iso: string | undefined) {
  if (iso === undefined) return 'unknown'
  const format = new Intl.DateTimeFormat('en', { timeStyle: 'medium', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}
