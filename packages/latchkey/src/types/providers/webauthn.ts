import type { Adapter } from '../adapter.ts'
import type { Awaitable } from '../basics.ts'
import type { User } from '../user.ts'
import type { CommonProvider, CredentialInput, CredentialsRequest } from './common.ts'

/**
 * The functions of `@simplewebauthn/server` that Latchkey calls. The provider loads them, so that
 * only applications with passkeys need the package.
 *
 * @see https://simplewebauthn.dev/docs/packages/server
 */
export interface SimpleWebAuthn {
  /** Returns what the browser needs to sign in with a passkey. */
  generateAuthenticationOptions(options: {
    rpID: string
    challenge: Uint8Array<ArrayBuffer>
    allowCredentials?: CredentialDescriptor[]
  }): Promise<object>
  /** Returns what the browser needs to register a passkey. */
  generateRegistrationOptions(options: {
    rpID: string
    rpName: string
    userID: Uint8Array<ArrayBuffer>
    userName: string
    userDisplayName: string
    challenge: Uint8Array<ArrayBuffer>
    excludeCredentials: CredentialDescriptor[]
    authenticatorSelection?: NonNullable<WebAuthnConfig['registrationOptions']>['authenticatorSelection']
  }): Promise<object>
  /** Verifies a sign-in with a passkey. */
  verifyAuthenticationResponse(options: {
    response: AuthenticationResponseJSON
    expectedChallenge: string
    expectedOrigin: string[]
    expectedRPID: string
    credential: WebAuthnCredential
    requireUserVerification: boolean
  }): Promise<{
    verified: boolean
    authenticationInfo: { newCounter: number; userVerified?: boolean }
  }>
  /** Verifies a passkey registration. */
  verifyRegistrationResponse(options: {
    response: RegistrationResponseJSON
    expectedChallenge: string
    expectedOrigin: string[]
    expectedRPID: string
    requireUserPresence?: boolean
    requireUserVerification: boolean
    supportedAlgorithmIDs?: number[]
  }): Promise<{
    verified: boolean
    registrationInfo?: {
      credential: WebAuthnCredential
      /** Identifies the authenticator's model: a UUID. */
      aaguid: string
      credentialDeviceType: string
      credentialBackedUp: boolean
    }
  }>
}

interface CredentialResponseJSON {
  /** Encoded as base64url. */
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: object
}

/**
 * The browser's response when a user signs in with a passkey. All values are base64url-encoded.
 *
 * @see https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson
 */
export interface AuthenticationResponseJSON extends CredentialResponseJSON {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

/**
 * The browser's response when a user registers a passkey.
 *
 * @see https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson
 */
export interface RegistrationResponseJSON extends CredentialResponseJSON {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}

/** A passkey as it is described to the browser. */
export interface CredentialDescriptor {
  /** Encoded as base64url. */
  id: string
  transports?: string[]
}

/** A passkey, as `@simplewebauthn/server` describes it. */
export interface WebAuthnCredential {
  /** Encoded as base64url. */
  id: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports?: string[]
}

/**
 * The relying party: the application for which a passkey is registered.
 *
 * @see https://www.w3.org/TR/webauthn-3/#webauthn-relying-party
 */
export interface RelyingParty {
  /**
   * The application's host, or a parent domain. Passkeys are bound to it permanently: if it
   * changes, they stop working.
   */
  id: string
  /** The name that the browser shows. */
  name: string
  /** The origin, or origins, whose pages may request passkeys. */
  origin: string | readonly string[]
}

/** The context that a passkey provider's functions receive. */
export interface WebAuthnContext {
  readonly provider: ResolvedWebAuthnProvider
  readonly adapter: Adapter
  /** The application's public origin with the endpoints' base path. */
  readonly url: URL
}

/** The request that a passkey provider's functions receive. */
export interface WebAuthnRequest extends CredentialsRequest {
  /** If a parameter is repeated, the last value counts. */
  readonly query: Readonly<Record<string, string>>
}

/** The user that the form's fields identify: an existing user, or a new one. */
export type WebAuthnUserInfo =
  | { user: User & { id: string }; exists: true }
  | { user: Omit<User, 'id'>; exists: false }

/**
 * A provider for passkeys.
 *
 * @see https://www.w3.org/TR/webauthn-3/
 */
export interface WebAuthnConfig extends CommonProvider {
  type: 'webauthn'
  /**
   * The relying party. Default: the application's host and origin. In a list of ids or names, the
   * first counts; in a list of origins, each may request passkeys.
   */
  relayingParty?: {
    id?: string | readonly string[]
    name?: string | readonly string[]
    origin?: string | readonly string[]
  }
  /** Returns the relying party for each request. Replaces `relayingParty`. */
  getRelayingParty?: (context: WebAuthnContext, request: WebAuthnRequest) => Awaitable<RelyingParty>
  /**
   * Lets the browser suggest passkeys in a form field when the page loads. Only one provider can
   * use it. Default: `true`.
   */
  enableConditionalUI?: boolean
  /** The fields in the sign-in page's form. Default: `email`. */
  formFields?: Record<string, CredentialInput>
  /**
   * Who can register a passkey. `authenticated`: only signed-in users, who add a passkey. `anyone`:
   * also visitors without a session, who get a new user with an unverified e-mail address, and can
   * find out which addresses have a user. Default: `authenticated`.
   */
  registration?: 'anyone' | 'authenticated'
  /**
   * Options for signing in. With a weaker `userVerification` than `required`, Latchkey also accepts
   * responses without user verification.
   */
  authenticationOptions?: {
    /** In milliseconds. Default: 300000. */
    timeout?: number
    userVerification?: 'required' | 'preferred' | 'discouraged'
    extensions?: object
  }
  /**
   * Options for registering a passkey. With a weaker `userVerification` than `required`, Latchkey
   * also accepts responses without user verification.
   */
  registrationOptions?: {
    /** In milliseconds. Default: 300000. A challenge always expires after five minutes. */
    timeout?: number
    attestationType?: 'none' | 'direct' | 'enterprise'
    authenticatorSelection?: {
      authenticatorAttachment?: 'platform' | 'cross-platform'
      /**
       * With `required`, every passkey is discoverable. Latchkey then sends no list of passkeys to
       * signed-out clients. Default: `preferred`.
       */
      residentKey?: 'required' | 'preferred' | 'discouraged'
      requireResidentKey?: boolean
      userVerification?: 'required' | 'preferred' | 'discouraged'
    }
    extensions?: object
    /**
     * COSE algorithm identifiers. Default: EdDSA, ES256 and RS256.
     *
     * @see https://www.iana.org/assignments/cose/cose.xhtml#algorithms
     */
    supportedAlgorithmIDs?: number[]
    preferredAuthenticatorType?: 'securityKey' | 'localDevice' | 'remoteDevice'
  }
  /** Whether to enforce user verification at sign-in. Default: as in `authenticationOptions`. */
  verifyAuthenticationOptions?: { requireUserVerification?: boolean }
  /** Whether to enforce user verification at registration. Default: as in `registrationOptions`. */
  verifyRegistrationOptions?: { requireUserVerification?: boolean }
  /**
   * Returns the user that the form fields identify, or `null`. Default: the user with the address
   * in the field `email`.
   */
  getUserInfo?: (context: WebAuthnContext, request: WebAuthnRequest) => Awaitable<WebAuthnUserInfo | null>
  /** Accepted for compatibility. The built-in page has its own script. */
  simpleWebAuthnBrowserVersion?: string | false
  /**
   * Loads `@simplewebauthn/server`. Set by `latchkey/providers/webauthn` and
   * `latchkey/providers/passkey`.
   */
  simpleWebAuthn?: () => Promise<SimpleWebAuthn>
  options?: Partial<Omit<WebAuthnConfig, 'options' | 'type'>>
}

/** A provider for passkeys with all defaults filled in. */
export interface ResolvedWebAuthnProvider extends CommonProvider {
  readonly type: 'webauthn'
  readonly relyingParty: {
    readonly id: string | undefined
    readonly name: string | undefined
    readonly origins: readonly string[]
  }
  readonly getRelyingParty: WebAuthnConfig['getRelayingParty']
  readonly hasConditionalUI: boolean
  readonly formFields: Readonly<Record<string, CredentialInput>>
  readonly registration: 'anyone' | 'authenticated'
  readonly authenticationOptions: Readonly<NonNullable<WebAuthnConfig['authenticationOptions']>>
  readonly registrationOptions: Readonly<NonNullable<WebAuthnConfig['registrationOptions']>>
  readonly verifiesUser: { readonly atAuthentication: boolean; readonly atRegistration: boolean }
  readonly getUserInfo: WebAuthnConfig['getUserInfo']
  readonly load: () => Promise<SimpleWebAuthn>
}
