import type { ResolvedProvider } from '../contract/providers.ts'
import { AuthError } from '../errors/auth-error.ts'
import {
  DuplicateConditionalUI,
  InvalidProvider,
  MissingWebAuthnAutocomplete,
} from '../errors/configuration.ts'
import type { CredentialInput } from '../types/providers/common.ts'
import type { ResolvedWebAuthnProvider, WebAuthnConfig } from '../types/providers/webauthn.ts'

/** The default of `timeout`. */
const TIMEOUT_MS = 5 * 60 * 1000

/**
 * EdDSA, ES256 and RS256. Every runtime can verify them, so that passkeys keep working if the
 * application moves to another runtime.
 *
 * @see https://www.iana.org/assignments/cose/cose.xhtml#algorithms
 */
const ALGORITHMS = [-8, -7, -257]

/** The page sets the label, in the user's language. */
const FORM_FIELDS: Readonly<Record<string, CredentialInput>> = {
  email: { type: 'email', required: true, autocomplete: 'username webauthn' },
}

/**
 * Fills in a passkey provider's defaults. User verification is requested and enforced by default.
 */
export function resolveWebAuthn(provider: WebAuthnConfig): ResolvedWebAuthnProvider {
  const { id, name, relayingParty = {}, authenticationOptions = {}, registrationOptions = {} } = provider
  const atAuthentication = provider.verifyAuthenticationOptions?.requireUserVerification
  const atRegistration = provider.verifyRegistrationOptions?.requireUserVerification
  const authentication = userVerification(authenticationOptions.userVerification, atAuthentication)
  const registration = userVerification(
    registrationOptions.authenticatorSelection?.userVerification,
    atRegistration,
  )
  const authenticatorSelection = {
    residentKey: 'preferred',
    ...registrationOptions.authenticatorSelection,
    userVerification: registration.requested,
  } as const
  return {
    id,
    name,
    type: 'webauthn',
    relyingParty: {
      id: toList(relayingParty.id)[0],
      name: toList(relayingParty.name)[0],
      origins: toList(relayingParty.origin),
    },
    getRelyingParty: provider.getRelayingParty,
    hasConditionalUI: provider.enableConditionalUI !== false,
    formFields: provider.formFields ?? FORM_FIELDS,
    registration: provider.registration ?? 'authenticated',
    authenticationOptions: {
      timeout: TIMEOUT_MS,
      ...authenticationOptions,
      userVerification: authentication.requested,
    },
    registrationOptions: {
      timeout: TIMEOUT_MS,
      supportedAlgorithmIDs: ALGORITHMS,
      ...registrationOptions,
      authenticatorSelection,
    },
    verifiesUser: { atAuthentication: authentication.isChecked, atRegistration: registration.isChecked },
    getUserInfo: provider.getUserInfo,
    // `findWebAuthnProblem` ensures that it is set.
    load: provider.simpleWebAuthn as ResolvedWebAuthnProvider['load'],
  }
}

type UserVerification = 'required' | 'preferred' | 'discouraged'

/** Derives what is requested from what is enforced, or vice versa. */
function userVerification(
  requested: UserVerification | undefined,
  checked: boolean | undefined,
): { requested: UserVerification; isChecked: boolean } {
  const isChecked = checked ?? (requested === undefined || requested === 'required')
  return { requested: requested ?? (isChecked ? 'required' : 'preferred'), isChecked }
}

function toList(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** Returns a passkey provider's first problem. */
export function findWebAuthnProblem(provider: WebAuthnConfig): AuthError | undefined {
  const { id, simpleWebAuthn, simpleWebAuthnBrowserVersion: version, relayingParty, registration } = provider
  if (typeof simpleWebAuthn !== 'function') {
    return new InvalidProvider(
      `The provider "${id}" has no \`simpleWebAuthn\`. ` +
        'Use `latchkey/providers/passkey` or `latchkey/providers/webauthn`.',
    )
  }
  if (version !== undefined && version !== false && !/^v\d+(?:\.\d+){0,2}$/.test(version)) {
    return new AuthError(
      `\`simpleWebAuthnBrowserVersion\` for provider "${id}" is not a version such as "v9.0.1". ` +
        'Remove it: it is not used.',
    )
  }
  const origin = toList(relayingParty?.origin).find((candidate) => !isOrigin(candidate))
  if (origin !== undefined) {
    return new InvalidProvider(
      `\`relayingParty.origin\` for provider "${id}" is ${JSON.stringify(origin)}, ` +
        'which is not a valid origin. Set it to an origin such as https://example.com',
    )
  }
  if (registration !== undefined && registration !== 'anyone' && registration !== 'authenticated') {
    return new InvalidProvider(
      `\`registration\` for provider "${id}" is neither "anyone" nor "authenticated". ` +
        'Set it to one of them.',
    )
  }
  return findAutocompleteProblem(provider)
}

function findAutocompleteProblem({
  id,
  enableConditionalUI,
  formFields = FORM_FIELDS,
}: WebAuthnConfig): AuthError | undefined {
  if (enableConditionalUI === false) return undefined
  if (Object.values(formFields).some(({ autocomplete }) => autocomplete?.split(/\s+/).includes('webauthn')))
    return undefined
  return new MissingWebAuthnAutocomplete(
    `No field in \`formFields\` for provider "${id}" has "webauthn" in its \`autocomplete\`. ` +
      'Add it to one, or set `enableConditionalUI: false`.',
  )
}

/**
 * Returns whether an origin is written as browsers sign it, because it is compared exactly. Android
 * applications have origins with another scheme.
 */
function isOrigin(origin: string): boolean {
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false
  return !/^https?:/.test(origin) || new URL(origin).origin === origin
}

/**
 * A page can suggest the passkeys of only one provider, because browsers allow one such request at
 * a time.
 */
export function findConditionalUIProblem(
  providers: ReadonlyMap<string, ResolvedProvider>,
): AuthError | undefined {
  const [first, second] = [...providers.values()].filter(
    (provider) => provider.type === 'webauthn' && provider.hasConditionalUI,
  )
  if (first === undefined || second === undefined) return undefined
  return new DuplicateConditionalUI(
    `The providers "${first.id}" and "${second.id}" both have \`enableConditionalUI\`. ` +
      'Set `enableConditionalUI: false` on one of them.',
  )
}
