import type { Answer, Connection } from './connection.ts'
import { pageClient } from './page-client.ts'
import { createSignIn } from './sign-in.ts'
import type { SignIn } from './types.ts'

export type { SignIn, SignInAuthorizationParams, SignInOptions, SignInResponse } from './types.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Signs in with a passkey, or registers one: what the server asks for, unless `action` says `authenticate` or `register`. Everything else is like
 * `signIn` of `latchkey/react`.
 *
 * @example
 * ```ts
 * import { signIn } from 'latchkey/webauthn'
 *
 * await signIn('passkey')
 * await signIn('passkey', { action: 'register' })
 * ```
 * @throws {DOMException} when the person or the browser breaks it off: `NotAllowedError`
 * @see https://www.w3.org/TR/webauthn-3/
 */
export const signIn: SignIn = createSignIn(pageClient, prove)

async function prove(connection: Connection, id: string, fields: Fields): Promise<{ fields: Fields } | { answer: Answer }> {
  const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]))
  const answer = await connection.get(`webauthn-options/${encodeURIComponent(id)}?${query}`)
  const { action, options } = (answer.body ?? {}) as {
    action?: string
    options?: PublicKeyCredentialRequestOptionsJSON & PublicKeyCredentialCreationOptionsJSON
  }
  if (options === undefined) return { answer: { ...answer, ok: false } }
  const credential = await (action === 'register' ? create(options) : ask(options))
  return { fields: { action, data: JSON.stringify(credential) } }
}

/** @see https://www.w3.org/TR/webauthn-3/#sctn-createCredential */
function create(options: PublicKeyCredentialCreationOptionsJSON): Promise<Credential | null> {
  return navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
}

/** @see https://www.w3.org/TR/webauthn-3/#sctn-getAssertion */
function ask(options: PublicKeyCredentialRequestOptionsJSON): Promise<Credential | null> {
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
}
