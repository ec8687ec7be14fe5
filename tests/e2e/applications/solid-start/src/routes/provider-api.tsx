import { Title } from '@solidjs/meta'
import { createAsync } from '@solidjs/router'
import { Match, type ParentProps, Show, Switch } from 'solid-js'
import { allowApi, refreshTokenAction } from '../actions'
import type { ProfileResult } from '../playground-api'
import { getProfileAtProvider } from '../queries'
import { SignInRequired } from '../sign-in-required'

/** Calls the API of the provider on the server. The browser receives only the result. */
export default function ProviderApi() {
  const result = createAsync(() => getProfileAtProvider(), { deferStream: true })
  return (
    <>
      <Title>Provider API · Latchkey example</Title>
      <Show when={result() !== undefined}>
        <Switch fallback={<SignInRequired callbackUrl="/provider-api" />}>
          <Match when={result()?.type === 'sign-in'}>
            <Card title="Allow access to your profile">
              <p>
                To show your profile at Playground ID, this application needs your permission. You may have
                signed in another way, or the permission has ended.
              </p>
              <form action={allowApi} method="post">
                <button type="submit">Sign in with Playground ID</button>
              </form>
            </Card>
          </Match>
          <Match when={result()?.type === 'unavailable'}>
            <Card title="Playground ID is unavailable">
              <p>The provider does not respond. You are still signed in. Try again in a moment.</p>
              <a class="button" rel="external" href="/provider-api">
                Try again
              </a>
            </Card>
          </Match>
          <Match when={profileIn(result())}>{(read) => <Profile read={read()} />}</Match>
        </Switch>
      </Show>
    </>
  )
}

type ReadProfile = Extract<ProfileResult, { type: 'profile' }>

function profileIn(result: ProfileResult | null | undefined): ReadProfile | undefined {
  return result?.type === 'profile' ? result : undefined
}

function Profile(props: { read: ReadProfile }) {
  return (
    <Card title="Your profile at Playground ID">
      <p>
        The server called the provider’s API for you. The access token is refreshed before it expires, and
        never reaches the browser.
      </p>
      <dl class="facts">
        <dt>Name</dt>
        <dd>{props.read.profile.name}</dd>
        <dt>Language</dt>
        <dd>{props.read.profile.locale}</dd>
        <dt>Scopes</dt>
        <dd>{props.read.scopes.join(', ')}</dd>
        <dt>Token expires</dt>
        <dd>
          <time datetime={props.read.expiresAt}>{readableTime(props.read.expiresAt)}</time>
        </dd>
      </dl>
      <details>
        <summary>Response as JSON</summary>
        <pre>{JSON.stringify(props.read.profile, null, 2)}</pre>
      </details>
      <form action={refreshTokenAction} method="post">
        <button type="submit" class="quiet">
          Refresh the token now
        </button>
      </form>
    </Card>
  )
}

function Card(props: ParentProps<{ title: string }>) {
  return (
    <section class="card wide" aria-labelledby="provider-api">
      <h1 id="provider-api">{props.title}</h1>
      {props.children}
    </section>
  )
}

function readableTime(iso: string | undefined) {
  if (iso === undefined) return 'unknown'
  const format = new Intl.DateTimeFormat('en', { timeStyle: 'medium', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}
