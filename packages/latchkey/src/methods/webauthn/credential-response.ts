import { fromBase64url } from '../../crypto/base64url.ts'
import { BadRequest } from '../../errors.ts'
import { isRecord, parseRecord } from '../../records/record.ts'
import type { Fields } from '../../types/basics.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../../types/webauthn.ts'
import type { Ceremony } from './decision.ts'

/** No answer comes near it, also with a chain of certificates or a post-quantum signature. */
const MAX_DATA_LENGTH = 32 * 1024
/** @see https://www.w3.org/TR/webauthn-3/#credential-id */
const MAX_ID_LENGTH = 1023

/** What the page's script sends. */
export type CredentialResponse = AuthenticationResult | RegistrationResult

export interface AuthenticationResult extends CommonResult {
  readonly ceremony: 'authenticate'
  readonly credential: AuthenticationResponseJSON
}

export interface RegistrationResult extends CommonResult {
  readonly ceremony: 'register'
  readonly credential: RegistrationResponseJSON
}

interface CommonResult {
  readonly credentialId: Uint8Array<ArrayBuffer>
  readonly clientData: ClientData
}

/** What the browser itself says of the ceremony. @see https://www.w3.org/TR/webauthn-3/#dictionary-client-data */
interface ClientData {
  readonly challenge: string
  readonly isCrossOrigin: boolean
}

/** What has to be text in `response`, beside `clientDataJSON`. */
const PARTS: Readonly<Record<Ceremony, readonly string[]>> = {
  authenticate: ['authenticatorData', 'signature'],
  register: ['attestationObject'],
}

/** @throws {BadRequest} when the form holds no answer of a browser */
export function readCredentialResponse({ action, data }: Fields): CredentialResponse {
  if (action !== 'authenticate' && action !== 'register')
    throw new BadRequest('`action` is neither "authenticate" nor "register".')
  const credential =
    typeof data === 'string' && data.length <= MAX_DATA_LENGTH ? parseRecord(data) : undefined
  const response = isRecord(credential?.response) ? credential.response : undefined
  const credentialId = readId(credential)
  const clientData = readClientData(response?.clientDataJSON)
  const isComplete =
    response !== undefined && PARTS[action].every((part) => typeof response[part] === 'string')
  if (!isComplete || credentialId === undefined || clientData === undefined) {
    throw new BadRequest(
      '`data` is not the JSON text of a credential. Send what `PublicKeyCredential.toJSON()` gives.',
    )
  }
  // Every part of these types that is looked at was checked above; what is in the parts is checked with the signature.
  return { ceremony: action, credential, credentialId, clientData } as unknown as CredentialResponse
}

function readId(credential: Record<string, unknown> | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (
    typeof credential?.id !== 'string' ||
    credential.rawId !== credential.id ||
    credential.type !== 'public-key'
  )
    return undefined
  const id = fromBase64url(credential.id)
  return id !== undefined && id.length > 0 && id.length <= MAX_ID_LENGTH ? id : undefined
}

function readClientData(encoded: unknown): ClientData | undefined {
  const bytes = typeof encoded === 'string' ? fromBase64url(encoded) : undefined
  const clientData = bytes && parseRecord(new TextDecoder().decode(bytes))
  if (typeof clientData?.challenge !== 'string') return undefined
  const isCrossOrigin = (clientData.crossOrigin ?? false) !== false || clientData.topOrigin !== undefined
  return { challenge: clientData.challenge, isCrossOrigin }
}
