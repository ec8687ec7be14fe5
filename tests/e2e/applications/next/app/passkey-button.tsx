'use client'

import { signIn } from 'latchkey/webauthn'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

const TEXTS = {
  authenticate: { button: 'Sign in with a passkey', done: 'Welcome back.' },
  register: { button: 'Add a passkey', done: 'Passkey added. You can now use it to sign in.' },
}

const FAILURES: Readonly<Record<string, string>> = {
  InvalidStateError: 'You already have a passkey on this device.',
  NotAllowedError: 'No passkey was used. You can try again.',
  NotSupportedError: 'This browser does not support passkeys.',
}

/**
 * Signs in with a passkey, or adds one for a signed-in user. Passkeys need JavaScript, so the
 * button is hidden without it.
 */
export function PasskeyButton({ action }: { action: keyof typeof TEXTS }) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  async function tryPasskey() {
    setMessage('')
    try {
      const { ok } = await signIn('passkey', { action, redirect: false })
      setMessage(ok ? TEXTS[action].done : 'This passkey was not accepted.')
      // The server renders the page again for the signed-in user.
      if (ok) router.refresh()
    } catch (error) {
      setMessage(failureOf(error as Error))
    }
  }
  return (
    <div className="passkey">
      <button type="button" className="quiet" onClick={tryPasskey}>
        {TEXTS[action].button}
      </button>
      <p role="status">{message}</p>
    </div>
  )
}

function failureOf({ name }: Error): string {
  return FAILURES[name] ?? 'The passkey could not be used. Try again later.'
}
