import { useSearchParams, useSubmission } from '@solidjs/router'
import { createEffect, on, Show } from 'solid-js'
import demo from '../demo-account.json'
import { signInWithPassword } from './actions'

/**
 * After a wrong password, the address of the page has `?wrong-password`. Where JavaScript runs, the
 * page is not reloaded, and the e-mail address stays in its field.
 */
export function PasswordForm() {
  const [search] = useSearchParams()
  const attempt = useSubmission(signInWithPassword)
  let password: HTMLInputElement | undefined
  createEffect(
    on(
      () => attempt.pending,
      (isPending) => {
        if (password && !isPending) password.value = ''
      },
      { defer: true },
    ),
  )
  return (
    <form action={signInWithPassword} method="post">
      <Show when={search['wrong-password'] !== undefined}>
        <p class="error" role="alert">
          Incorrect e-mail address or password.
        </p>
      </Show>
      <label>
        E-mail
        <input name="email" type="email" autocomplete="username" required />
      </label>
      <label>
        Password
        <input ref={password} name="password" type="password" autocomplete="current-password" required />
      </label>
      <button type="submit" class="quiet" disabled={attempt.pending}>
        Sign in with password
      </button>
      <p class="hint">
        Try <code>{demo.email}</code> with the password <code>{demo.password}</code>.
      </p>
    </form>
  )
}
