import type { Prove } from './sign-in.ts'

/** Has the browser prove a passkey, or make one: what the server asks for. */
export const provePasskey: Prove = async (connection, id, fields) => {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const response = await connection.get(`webauthn-options/${encodeURIComponent(id)}?${query}`)
  const { action, options } = (response.body ?? {}) as {
    action?: string
    options?: PublicKeyCredentialRequestOptionsJSON & PublicKeyCredentialCreationOptionsJSON
  }
  if (options === undefined) return { response: { ...response, ok: false } }
  const credential = await (action === 'register' ? create(options) : ask(options))
  return { fields: { action, data: JSON.stringify(credential) } }
}

/** @see https://www.w3.org/TR/webauthn-3/#sctn-createCredential */
function create(options: PublicKeyCredentialCreationOptionsJSON): Promise<Credential | null> {
  return navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  })
}

/** @see https://www.w3.org/TR/webauthn-3/#sctn-getAssertion */
function ask(options: PublicKeyCredentialRequestOptionsJSON): Promise<Credential | null> {
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
}
