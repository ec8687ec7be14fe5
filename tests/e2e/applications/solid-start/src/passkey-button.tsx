import { signIn } from 'latchkey/webauthn'
import { createSignal } from 'solid-js'

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
export function PasskeyButton(props: { action: keyof typeof TEXTS }) {
  const [message, setMessage] = createSignal('')
  async function tryPasskey() {
    setMessage('')
    try {
      const { ok } = await signIn('passkey', { action: props.action, redirect: false })
      setMessage(ok ? TEXTS[props.action].done : 'This passkey was not accepted.')
    } catch (error) {
      setMessage(failureOf(error as Error))
    }
  }
  return (
    <div class="passkey">
      <button type="button" class="quiet" onClick={tryPasskey}>
        {TEXTS[props.action].button}
      </button>
      <p role="status">{message()}</p>
    </div>
  )
}

function failureOf({ name }: Error): string {
  return FAILURES[name] ?? 'The passkey could not be used. Try again later.'
}
