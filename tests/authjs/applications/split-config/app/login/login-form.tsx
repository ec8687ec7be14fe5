'use client'

import { useActionState } from 'react'
import { authenticate } from '@/lib/actions'

export function LoginForm({ callbackUrl }: { callbackUrl: string }) {
  const [errorMessage, formAction, isPending] = useActionState(authenticate, undefined)

  return (
    <form action={formAction}>
      <label>
        Email <input type="email" name="email" required />
      </label>
      <label>
        Password <input type="password" name="password" required minLength={6} />
      </label>
      <label>
        <input type="checkbox" name="remember" /> Remember me
      </label>
      <input type="hidden" name="redirectTo" value={callbackUrl} />
      <button type="submit" aria-disabled={isPending}>
        Log in
      </button>
      {errorMessage && <p role="alert">{errorMessage}</p>}
    </form>
  )
}
