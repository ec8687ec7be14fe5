import type { RequestCredential } from './sign-in.ts'

/** Makes the browser use or create a passkey, as the server requests. */
export const requestPasskey: RequestCredential = async (connection, id, fields) => {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const response = await connection.get(`webauthn-options/${encodeURIComponent(id)}?${query}`)
  const { action, options } = (response.body ?? {}) as {
    action?: string
    options?: PublicKeyCredentialRequestOptionsJSON & PublicKeyCredentialCreationOptionsJSON
  }
  if (options === undefined) return { response: { ...response, ok: false } }
  const credential = await (action === 'register' ? create(options) : get(options))
  return { fields: { action, data: JSON.stringify(credential) } }
}

/** @see https://www.w3.org/TR/webauthn-3/#sctn-createCredential */
function create(options: PublicKeyCredentialCreationOptionsJSON): Promise<Credential | null> {
  return navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  })
}

/** @see https://www.w3.org/TR/webauthn-3/#sctn-getAssertion */
function get(options: PublicKeyCredentialRequestOptionsJSON): Promise<Credential | null> {
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
}
