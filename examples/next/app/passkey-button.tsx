'use client'

import { signIn } from 'latchkey/webauthn'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

const WORDS = {
  authenticate: { button: 'Sign in with a passkey', done: 'Welcome back.' },
  register: { button: 'Add a passkey', done: 'From now on this passkey signs you in.' },
}

/** Signs in with a passkey, or adds one for who is signed in. Passkeys take JavaScript; without it the button is not there. */
export function PasskeyButton({ action }: { action: keyof typeof WORDS }) {
  const router = useRouter()
  const [message, setMessage] = useState('')
  async function tryPasskey() {
    setMessage('')
    try {
      const { ok } = await signIn('passkey', { action, redirect: false })
      setMessage(ok ? WORDS[action].done : 'This passkey was not accepted.')
      // The server renders the page again, for who is signed in now.
      if (ok) router.refresh()
    } catch {
      setMessage('No passkey was used. You can try again.')
    }
  }
  return (
    <div className="passkey">
      <button type="button" className="quiet" onClick={tryPasskey}>
        {WORDS[action].button}
      </button>
      <p role="status">{message}</p>
    </div>
  )
}
