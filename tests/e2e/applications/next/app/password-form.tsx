'use client'

import { useActionState } from 'react'
import { signInWithPassword } from '@/app/actions'
import demo from '@/demo-account.json'

/**
 * Shows the error without reloading the page where JavaScript runs. Elsewhere the browser opens the
 * address in the third argument, and the page shows the error: `hasError`.
 */
export function PasswordForm({ hasError }: { hasError: boolean }) {
  const [attempt, action, isPending] = useActionState(
    signInWithPassword,
    hasError ? { email: '' } : null,
    '/?wrong-password',
  )
  return (
    <form action={action}>
      {attempt && (
        <p className="error" role="alert">
          Incorrect e-mail address or password.
        </p>
      )}
      <label>
        E-mail
        <input name="email" type="email" autoComplete="username" required defaultValue={attempt?.email} />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button type="submit" className="quiet" disabled={isPending}>
        Sign in with password
      </button>
      <p className="hint">
        Try <code>{demo.email}</code> with the password <code>{demo.password}</code>.
      </p>
    </form>
  )
}
