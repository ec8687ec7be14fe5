/** The browser's functions that inform password managers. TypeScript's types lack some of them. */
type SignalName = 'signalUnknownCredential' | 'signalAllAcceptedCredentials' | 'signalCurrentUserDetails'

/**
 * Sends a signal to the user's password managers. Returns `false` if the browser does not support it
 * or refuses it.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-signal-methods
 */
export async function signal(name: SignalName, options: object): Promise<boolean> {
  const api = globalThis.PublicKeyCredential as
    | Partial<Record<SignalName, (options: object) => Promise<void>>>
    | undefined
  try {
    if (typeof api?.[name] !== 'function') return false
    await api[name](options)
    return true
  } catch {
    return false
  }
}
