import { changePasswordAction } from '@/app/security/actions'

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
export function Password({
  email,
  hasPassword,
  result,
}: {
  email: string | null | undefined
  hasPassword: boolean
  result: string | string[] | undefined
}) {
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p role="status">{RESULTS[String(result)]}</p>
      {hasPassword ? (
        <form action={changePasswordAction}>
          {/* Password managers store the new password with the address. */}
          <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
          <label>
            Current password
            <input name="current" type="password" autoComplete="current-password" required />
          </label>
          <label>
            New password
            <input name="next" type="password" autoComplete="new-password" required />
          </label>
          <button type="submit" className="quiet">
            Change password
          </button>
        </form>
      ) : (
        <p>
          You have no password. You can <a href="/api/auth/reset">choose one</a>.
        </p>
      )}
    </section>
  )
}
