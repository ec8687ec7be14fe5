/** Options of both ceremonies, as JSON. */
export type OptionsJSON = PublicKeyCredentialRequestOptionsJSON & PublicKeyCredentialCreationOptionsJSON
/** Both ceremonies' options, for the browser's API. */
export type Options = PublicKeyCredentialRequestOptions & PublicKeyCredentialCreationOptions

/** The response of either ceremony. */
type Response = Partial<AuthenticatorAssertionResponse & AuthenticatorAttestationResponse>

/**
 * Converts a ceremony's options, for browsers that do not. Extensions stay as they are.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON
 */
export function parseOptions(options: OptionsJSON): Options {
  const { challenge, user, allowCredentials, excludeCredentials } = options
  return {
    ...options,
    challenge: decode(challenge),
    user: user && { ...user, id: decode(user.id) },
    allowCredentials: allowCredentials?.map(parseDescriptor),
    excludeCredentials: excludeCredentials?.map(parseDescriptor),
    // The rest has the same shape in both types.
  } as Options
}

function parseDescriptor({ id, ...rest }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  return { ...rest, id: decode(id) } as PublicKeyCredentialDescriptor
}

/**
 * Returns a credential as JSON text, for browsers and password managers whose credentials have no
 * usable `toJSON`. Contains what the server reads.
 *
 * @see https://www.w3.org/TR/webauthn-3/#dom-publickeycredential-tojson
 */
export function credentialText(credential: PublicKeyCredential): string {
  const { id, type, rawId, authenticatorAttachment } = credential
  const response: Response = credential.response
  return JSON.stringify({
    id,
    type,
    rawId: encode(rawId),
    authenticatorAttachment: authenticatorAttachment ?? undefined,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: {
      clientDataJSON: encode(response.clientDataJSON),
      attestationObject: encode(response.attestationObject),
      transports: response.getTransports?.(),
      authenticatorData: encode(response.authenticatorData),
      signature: encode(response.signature),
      userHandle: encode(response.userHandle),
    },
  })
}

/** Decodes base64url. */
function decode(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}

/** Encodes bytes as base64url. */
function encode(bytes: ArrayBuffer | null | undefined): string | undefined {
  if (!bytes) return undefined
  const text = btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
