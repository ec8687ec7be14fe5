'use client'

import { useActionState } from 'react'
import { signInWithPassword } from '@/app/actions'
import demo from '@/demo-account.json'

/**
 * Says that a password is wrong on the spot where JavaScript runs. Where it does not, the browser opens the third argument's address, and the
 * page says it: `isWrong`.
 */
export function PasswordForm({ isWrong }: { isWrong: boolean }) {
  const [attempt, action, isPending] = useActionState(
    signInWithPassword,
    isWrong ? { email: '' } : null,
    '/?wrong-password',
  )
  return (
    <form action={action}>
      {attempt && (
        <p className="error" role="alert">
          E-mail or password is wrong.
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
        Try <code>{demo.email}</code> with <code>{demo.password}</code>.
      </p>
    </form>
  )
}
