import { Title } from '@solidjs/meta'
import { createAsync, useLocation } from '@solidjs/router'
import { Show } from 'solid-js'
import { Person } from '../person'
import { getAccount } from '../queries'
import { SignOutForm } from '../sign-out-form'

/** Protected by the middleware as a page that is loaded, and by its query wherever it is opened from. */
export default function Account() {
  const location = useLocation()
  const account = createAsync(() => getAccount(location.pathname + location.search), { deferStream: true })
  return (
    <>
      <Title>Your account · Latchkey example</Title>
      <Show when={account()}>
        {(account) => (
          <section class="card wide" aria-labelledby="account">
            <h1 id="account">Your account</h1>
            <Person user={account().user} />
            <dl class="facts">
              <dt>Session ends</dt>
              <dd>
                <time datetime={account().expires}>{readableTime(account().expires)}</time>
              </dd>
              <dt>Kept in</dt>
              <dd>The database; this browser has a random token for it</dd>
            </dl>
            <details>
              <summary>Session as JSON</summary>
              <pre>{JSON.stringify(account(), null, 2)}</pre>
            </details>
            <SignOutForm />
          </section>
        )}
      </Show>
    </>
  )
}

function readableTime(iso: string) {
  return `${new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(iso))} UTC`
}
