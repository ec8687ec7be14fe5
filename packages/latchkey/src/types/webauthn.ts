import type { Adapter } from './adapter.ts'
import type { Awaitable } from './basics.ts'
import type { CommonProvider, CredentialInput, CredentialsRequest } from './common-provider.ts'
import type { User } from './user.ts'

/**
 * What of `@simplewebauthn/server` is used. It comes with the provider, so that only who uses passkeys needs the package.
 *
 * @see https://simplewebauthn.dev/docs/packages/server
 */
export interface SimpleWebAuthn {
  generateAuthenticationOptions(options: {
    rpID: string
    challenge: Uint8Array<ArrayBuffer>
    allowCredentials?: CredentialDescriptor[]
  }): Promise<object>
  generateRegistrationOptions(options: {
    rpID: string
    rpName: string
    userID: Uint8Array<ArrayBuffer>
    userName: string
    userDisplayName: string
    challenge: Uint8Array<ArrayBuffer>
    excludeCredentials: CredentialDescriptor[]
  }): Promise<object>
  verifyAuthenticationResponse(options: {
    response: AuthenticationResponseJSON
    expectedChallenge: string
    expectedOrigin: string[]
    expectedRPID: string
    credential: WebAuthnCredential
    requireUserVerification: boolean
  }): Promise<{ verified: boolean; authenticationInfo: { newCounter: number } }>
  verifyRegistrationResponse(options: {
    response: RegistrationResponseJSON
    expectedChallenge: string
    expectedOrigin: string[]
    expectedRPID: string
    requireUserVerification: boolean
    supportedAlgorithmIDs?: number[]
  }): Promise<{
    verified: boolean
    registrationInfo?: {
      credential: WebAuthnCredential
      credentialDeviceType: string
      credentialBackedUp: boolean
    }
  }>
}

interface CredentialResponseJSON {
  /** Base64url. */
  id: string
  rawId: string
  type: 'public-key'
  clientExtensionResults: object
}

/** What the browser tells of a passkey that was used, all of it base64url. @see https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson */
export interface AuthenticationResponseJSON extends CredentialResponseJSON {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
}

/** What the browser tells of a new passkey. @see https://www.w3.org/TR/webauthn-3/#dictdef-registrationresponsejson */
export interface RegistrationResponseJSON extends CredentialResponseJSON {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}

/** A passkey as browsers are asked for it. */
export interface CredentialDescriptor {
  /** Base64url. */
  id: string
  transports?: string[]
}

interface WebAuthnCredential {
  /** Base64url. */
  id: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports?: string[]
}

/** Whom a passkey is for. @see https://www.w3.org/TR/webauthn-3/#webauthn-relying-party */
export interface RelyingParty {
  /** The host of the application, or a domain above it. Passkeys are bound to it for ever. */
  id: string
  /** What the browser shows. */
  name: string
  /** Origins of the pages that may ask for a passkey. */
  origin: string | readonly string[]
}

/** The configuration's parts that a passkey provider's own functions may need. */
export interface WebAuthnContext {
  readonly provider: ResolvedWebAuthnProvider
  readonly adapter: Adapter
  /** Where the application is reached, with the path of our doors. */
  readonly url: URL
}

/** The request that a passkey provider's own functions are called for. */
export interface WebAuthnRequest extends CredentialsRequest {
  /** Of a repeated parameter the last counts. */
  readonly query: Readonly<Record<string, string>>
}

/** Whom a form of the sign-in page names. */
export type WebAuthnUserInfo =
  | { user: User & { id: string }; exists: true }
  | { user: Omit<User, 'id'>; exists: false }

/** @see https://www.w3.org/TR/webauthn-3/ */
export interface WebAuthnConfig extends CommonProvider {
  type: 'webauthn'
  /** Default: host and origin of the application. Of a list of ids or names the first counts; of origins each may ask. */
  relayingParty?: {
    id?: string | readonly string[]
    name?: string | readonly string[]
    origin?: string | readonly string[]
  }
  /** Chooses it for each request, instead. */
  getRelayingParty?: (context: WebAuthnContext, request: WebAuthnRequest) => Awaitable<RelyingParty>
  /** Lets the browser offer passkeys in a field of the form, as soon as the page is open. One provider may. Default: `true`. */
  enableConditionalUI?: boolean
  /** The fields of the form on the sign-in page. Default: `email`. */
  formFields?: Record<string, CredentialInput>
  /** Who may register a passkey. Default: `anybody`, which makes a user of whoever brings a new e-mail address, without proof of it. */
  registration?: 'anyone' | 'authenticated'
  /** `timeout`: milliseconds. What asks for less than `userVerification: 'required'` is content with less, too. */
  authenticationOptions?: {
    timeout?: number
    userVerification?: 'required' | 'preferred' | 'discouraged'
    extensions?: object
  }
  registrationOptions?: {
    /** Milliseconds. The challenge lives for five minutes, whatever this says. */
    timeout?: number
    attestationType?: 'none' | 'direct' | 'enterprise'
    authenticatorSelection?: {
      authenticatorAttachment?: 'platform' | 'cross-platform'
      /** `required`: every passkey is found without being listed, so none is listed to strangers. */
      residentKey?: 'required' | 'preferred' | 'discouraged'
      requireResidentKey?: boolean
      userVerification?: 'required' | 'preferred' | 'discouraged'
    }
    extensions?: object
    /** COSE numbers. @see https://www.iana.org/assignments/cose/cose.xhtml#algorithms */
    supportedAlgorithmIDs?: number[]
    preferredAuthenticatorType?: 'securityKey' | 'localDevice' | 'remoteDevice'
  }
  /** Default: as the options ask for it. */
  verifyAuthenticationOptions?: { requireUserVerification?: boolean }
  verifyRegistrationOptions?: { requireUserVerification?: boolean }
  /** Whom the form's fields name, or `null`. Default: who has the address in `email`. */
  getUserInfo?: (context: WebAuthnContext, request: WebAuthnRequest) => Awaitable<WebAuthnUserInfo | null>
  /** Accepted for compatibility: our page carries its own script. */
  simpleWebAuthnBrowserVersion?: string | false
  /** Loads `@simplewebauthn/server`; set by `latchkey/providers/webauthn` and `latchkey/providers/passkey`. */
  simpleWebAuthn?: () => Promise<SimpleWebAuthn>
  options?: Partial<Omit<WebAuthnConfig, 'options' | 'type'>>
}

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
