import { fromBase64url } from '../../crypto/base64url.ts'
import { BadRequest } from '../../errors/request.ts'
import { isRecord, parseRecord } from '../../records/record.ts'
import type { Fields } from '../../types/basics.ts'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../../types/providers/webauthn.ts'
import type { Ceremony } from './decision.ts'

/** Far more than a response needs, even with a certificate chain or a post-quantum signature. */
const MAX_DATA_LENGTH = 32 * 1024
/** @see https://www.w3.org/TR/webauthn-3/#credential-id */
const MAX_ID_LENGTH = 1023

/** The authenticator's response, as the sign-in page's script sends it. */
export type CredentialResponse = AuthenticationResult | RegistrationResult

/** The response of an authentication ceremony. */
export interface AuthenticationResult extends CommonResult {
  readonly ceremony: 'authenticate'
  readonly credential: AuthenticationResponseJSON
}

/** The response of a registration ceremony. */
export interface RegistrationResult extends CommonResult {
  readonly ceremony: 'register'
  readonly credential: RegistrationResponseJSON
}

interface CommonResult {
  readonly credentialId: Uint8Array<ArrayBuffer>
  readonly clientData: ClientData
}

/**
 * Facts that the browser reports about the ceremony.
 *
 * @see https://www.w3.org/TR/webauthn-3/#dictionary-client-data
 */
interface ClientData {
  readonly challenge: string
  readonly isCrossOrigin: boolean
}

/** Members of `response` that must be strings, in addition to `clientDataJSON`. */
const PARTS: Readonly<Record<Ceremony, readonly string[]>> = {
  authenticate: ['authenticatorData', 'signature'],
  register: ['attestationObject'],
}

/**
 * Parses an authenticator's response from a form.
 *
 * @throws {BadRequest} if the form does not contain a valid response
 */
export function readCredentialResponse({ action, data }: Fields): CredentialResponse {
  if (action !== 'authenticate' && action !== 'register')
    throw new BadRequest('`action` must be "authenticate" or "register".')
  const credential =
    typeof data === 'string' && data.length <= MAX_DATA_LENGTH ? parseRecord(data) : undefined
  const response = isRecord(credential?.response) ? credential.response : undefined
  const credentialId = readId(credential)
  const clientData = readClientData(response?.clientDataJSON)
  const isComplete =
    response !== undefined && PARTS[action].every((part) => typeof response[part] === 'string')
  if (!isComplete || credentialId === undefined || clientData === undefined) {
    throw new BadRequest(
      '`data` is not a valid credential. Send the JSON text from `PublicKeyCredential.toJSON()`.',
    )
  }
  // Every member that is read from these types was checked above. The signature check verifies
  // their content.
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
