import { Title } from '@solidjs/meta'
import { createAsync, useLocation } from '@solidjs/router'
import { Show } from 'solid-js'
import { getAccount } from '../queries'
import { SignOutForm } from '../sign-out-form'
import { UserBadge } from '../user-badge'

/** Protected by the middleware when the page is loaded, and by its query however it is opened. */
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
            <UserBadge user={account().user} />
            <dl class="facts">
              <dt>Session expires</dt>
              <dd>
                <time datetime={account().expires}>{readableTime(account().expires)}</time>
              </dd>
              <dt>Stored in</dt>
              <dd>The database. This browser has only a random token.</dd>
            </dl>
            <details>
              <summary>Session as JSON</summary>
              <pre>{JSON.stringify(account(), null, 2)}</pre>
            </details>
            <a class="button" href="/security">
              Security
            </a>
            <SignOutForm />
          </section>
        )}
      </Show>
    </>
  )
}

function readableTime(iso: string) {
  const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}
