import type { ResolvedProvider } from '../contract/providers.ts'
import { AuthError, DuplicateConditionalUI, InvalidProvider, MissingWebAuthnAutocomplete } from '../errors.ts'
import type { CredentialInput } from '../types/common-provider.ts'
import type { ResolvedWebAuthnProvider, WebAuthnConfig } from '../types/webauthn.ts'

/** Milliseconds. */
const TIMEOUT_MS = 5 * 60 * 1000

/**
 * EdDSA, ES256 and RS256, which every run time verifies: a passkey of another algorithm would be of no use on a server that has it not.
 *
 * @see https://www.iana.org/assignments/cose/cose.xhtml#algorithms
 */
const ALGORITHMS = [-8, -7, -257]

const FORM_FIELDS: Readonly<Record<string, CredentialInput>> = {
  email: { label: 'Email', type: 'email', required: true, autocomplete: 'username webauthn' },
}

/** Completes a provider for passkeys. Was the person at the device verified? Asked for and checked, unless less is asked for. */
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
    userVerification: registration.asked,
  } as const
  return {
    id,
    name,
    type: 'webauthn',
    relyingParty: {
      id: listOf(relayingParty.id)[0],
      name: listOf(relayingParty.name)[0],
      origins: listOf(relayingParty.origin),
    },
    getRelyingParty: provider.getRelayingParty,
    hasConditionalUI: provider.enableConditionalUI !== false,
    formFields: provider.formFields ?? FORM_FIELDS,
    registration: provider.registration ?? 'anyone',
    authenticationOptions: {
      timeout: TIMEOUT_MS,
      ...authenticationOptions,
      userVerification: authentication.asked,
    },
    registrationOptions: {
      timeout: TIMEOUT_MS,
      supportedAlgorithmIDs: ALGORITHMS,
      ...registrationOptions,
      authenticatorSelection,
    },
    verifiesUser: { atAuthentication: authentication.isChecked, atRegistration: registration.isChecked },
    getUserInfo: provider.getUserInfo,
    // Checked before a provider is used.
    load: provider.simpleWebAuthn as ResolvedWebAuthnProvider['load'],
  }
}

type UserVerification = 'required' | 'preferred' | 'discouraged'

/** What is asked for and what is checked go together, whichever of the two the application says. */
function userVerification(
  asked: UserVerification | undefined,
  checked: boolean | undefined,
): { asked: UserVerification; isChecked: boolean } {
  const isChecked = checked ?? (asked === undefined || asked === 'required')
  return { asked: asked ?? (isChecked ? 'required' : 'preferred'), isChecked }
}

function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** What is wrong with a provider for passkeys. */
export function findWebAuthnProblem(provider: WebAuthnConfig): AuthError | undefined {
  const { id, simpleWebAuthn, simpleWebAuthnBrowserVersion: version, relayingParty, registration } = provider
  if (typeof simpleWebAuthn !== 'function') {
    return new InvalidProvider(
      `The provider "${id}" cannot verify passkeys. Use \`latchkey/providers/passkey\` or \`latchkey/providers/webauthn\`.`,
    )
  }
  if (version !== undefined && version !== false && !/^v\d+(?:\.\d+){0,2}$/.test(version)) {
    return new AuthError(
      `\`simpleWebAuthnBrowserVersion\` of the provider "${id}" is no version such as "v9.0.1". Leave it out: it is not used.`,
    )
  }
  const origin = listOf(relayingParty?.origin).find((candidate) => !isOrigin(candidate))
  if (origin !== undefined) {
    return new InvalidProvider(
      `\`relayingParty.origin\` of the provider "${id}" is ${JSON.stringify(origin)}, which is no origin. Write it like https://example.com`,
    )
  }
  if (registration !== undefined && registration !== 'anyone' && registration !== 'authenticated') {
    return new InvalidProvider(
      `\`registration\` of the provider "${id}" must be "anyone" or "authenticated".`,
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
    `No field in \`formFields\` of the provider "${id}" has an \`autocomplete\` with "webauthn". Add it to one, or set \`enableConditionalUI: false\`.`,
  )
}

/** As browsers write it into what is signed: compared letter by letter. Applications on Android have origins with another scheme. */
function isOrigin(origin: string): boolean {
  if (typeof origin !== 'string' || !URL.canParse(origin)) return false
  return !/^https?:/.test(origin) || new URL(origin).origin === origin
}

/** A page can offer the passkeys of one provider only: browsers know one such request at a time. */
export function findConditionalUIProblem(
  providers: ReadonlyMap<string, ResolvedProvider>,
): AuthError | undefined {
  const [first, second] = [...providers.values()].filter(
    (provider) => provider.type === 'webauthn' && provider.hasConditionalUI,
  )
  if (first === undefined || second === undefined) return undefined
  return new DuplicateConditionalUI(
    `The providers "${first.id}" and "${second.id}" both have the conditional UI. Set \`enableConditionalUI: false\` on one of them.`,
  )
}
