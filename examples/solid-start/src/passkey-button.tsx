import { signIn } from 'latchkey/webauthn'
import { createSignal } from 'solid-js'

const WORDS = {
  authenticate: { button: 'Sign in with a passkey', done: 'Welcome back.' },
  register: { button: 'Add a passkey', done: 'From now on this passkey signs you in.' },
}

/** Signs in with a passkey, or adds one for who is signed in. Passkeys take JavaScript; without it the button is not there. */
export function PasskeyButton(props: { action: keyof typeof WORDS }) {
  const [message, setMessage] = createSignal('')
  async function tryPasskey() {
    setMessage('')
    try {
      const { ok } = await signIn('passkey', { action: props.action, redirect: false })
      setMessage(ok ? WORDS[props.action].done : 'This passkey was not accepted.')
    } catch {
      setMessage('No passkey was used. You can try again.')
    }
  }
  return (
    <div class="passkey">
      <button type="button" class="quiet" onClick={tryPasskey}>
        {WORDS[props.action].button}
      </button>
      <p role="status">{message()}</p>
    </div>
  )
}
