import { useSearchParams } from '@solidjs/router'
import { Show } from 'solid-js'
import { useSession } from '../session'
import { changePasswordAction } from './actions'

/** What the page says after a change, by the value in its URL. */
const RESULTS: Readonly<Record<string, string>> = {
  changed: 'Your password has been changed. Your other sessions have ended.',
  wrong: 'The current password is wrong.',
  limited: 'Too many attempts. Please try again later.',
  short: 'This password is too short. Choose a longer one.',
  long: 'This password is too long. Choose a shorter one.',
  common: 'This password is too common. Choose another one.',
  breached: 'This password is known from a data breach. Choose another one.',
  contextWord: 'This password is too similar to your name or to the name of this site.',
  same: 'This is your current password. Choose another one.',
}

/** Changes the password. A user without one chooses it on the library's page, with a link by e-mail. */
export function Password(props: { hasPassword: boolean }) {
  const session = useSession()
  const [search] = useSearchParams()
  return (
    <section class="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p role="status">{RESULTS[String(search.password)]}</p>
      <Show when={props.hasPassword} fallback={<NoPassword />}>
        <form action={changePasswordAction} method="post">
          {/* Password managers store the new password with the address. */}
          <input
            type="email"
            autocomplete="username"
            value={session().data?.user?.email ?? ''}
            readOnly
            hidden
          />
          <label>
            Current password
            <input name="current" type="password" autocomplete="current-password" required />
          </label>
          <label>
            New password
            <input name="next" type="password" autocomplete="new-password" required />
          </label>
          <button type="submit" class="quiet">
            Change password
          </button>
        </form>
      </Show>
    </section>
  )
}

function NoPassword() {
  return (
    <p>
      You have no password. You can{' '}
      <a href="/api/auth/reset" rel="external">
        choose one
      </a>
      .
    </p>
  )
}
