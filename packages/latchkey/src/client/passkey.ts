import { type ServerResponse, textFields } from './connection.ts'
import type { RequestCredential } from './sign-in.ts'
import type { OptionsJSON } from './webauthn-json.ts'

/** Makes the browser use or create a passkey, as the server requests, and sends it. */
export const requestPasskey: RequestCredential = async (connection, id, fields, send) => {
  if (typeof PublicKeyCredential === 'undefined') throw unsupported()
  const endpoint = `webauthn-options/${encodeURIComponent(id)}?${new URLSearchParams(textFields(fields))}`
  const response = await connection.get(endpoint)
  const { action, options } = (response.body ?? {}) as { action?: string; options?: OptionsJSON }
  if (options === undefined) return { ...response, ok: false }
  const credential = await (action === 'register' ? create(options, fields.mediation) : get(options))
  const result = await send({ action, data: await toText(credential) })
  await signalUnknown(result, options.rpId, credential)
  return result
}

function unsupported(): DOMException {
  return new DOMException(
    'Passkeys are not available. Use a browser that supports them, on a page with https or on localhost.',
    'NotSupportedError',
  )
}

/** @see https://www.w3.org/TR/webauthn-3/#sctn-createCredential */
async function create(options: OptionsJSON, mediation: unknown): Promise<Credential | null> {
  const publicKey =
    PublicKeyCredential.parseCreationOptionsFromJSON?.(options) ?? (await converter()).parseOptions(options)
  // The types of TypeScript lack `mediation`.
  const creation = { publicKey, ...(mediation === 'conditional' && { mediation }) }
  return navigator.credentials.create(creation as CredentialCreationOptions)
}

/** @see https://www.w3.org/TR/webauthn-3/#sctn-getAssertion */
async function get(options: OptionsJSON): Promise<Credential | null> {
  const publicKey =
    PublicKeyCredential.parseRequestOptionsFromJSON?.(options) ?? (await converter()).parseOptions(options)
  return navigator.credentials.get({ publicKey })
}

async function toText(credential: Credential | null): Promise<string> {
  try {
    return JSON.stringify((credential as PublicKeyCredential).toJSON())
  } catch {
    // Credentials of some password managers are not created by the browser.
    return (await converter()).credentialText(credential as PublicKeyCredential)
  }
}

/** Loads the conversion, which most browsers do not need. */
function converter(): Promise<typeof import('./webauthn-json.ts')> {
  return import('./webauthn-json.ts')
}

/** Informs the password manager if the server does not know a passkey, so that it is not offered again. */
async function signalUnknown(
  { body }: ServerResponse,
  rpId = location.hostname,
  credential: Credential | null,
): Promise<void> {
  const { url } = (body ?? {}) as { url?: unknown }
  if (!/[?&]code=unknown-passkey(?:&|$)/.test(String(url)) || credential === null) return
  const { signal } = await import('./passkey-signals.ts')
  await signal('signalUnknownCredential', { rpId, credentialId: credential.id })
}
