import type { Context } from '../../contract/context.ts'
import { sha256 } from '../../crypto/digest.ts'
import type { ResolvedWebAuthnProvider } from '../../types/providers/webauthn.ts'
import type { User } from '../../types/user.ts'
import type { CeremonyUser } from './ceremony-user.ts'
import { allowedCredentials, listCredentials } from './credentials.ts'
import type { ResolvedRelyingParty } from './relying-party.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Returns the options with which a browser requests a passkey.
 *
 * @see https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson
 */
export async function authenticationOptions(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  party: ResolvedRelyingParty,
  ceremonyUser: CeremonyUser,
  challenge: Bytes,
): Promise<object> {
  const { generateAuthenticationOptions } = await provider.load()
  return generateAuthenticationOptions({
    ...provider.authenticationOptions,
    rpID: party.id,
    challenge,
    allowCredentials: await allowedCredentials(ctx, provider, ceremonyUser),
  })
}

/**
 * Returns the options with which a browser creates a passkey.
 *
 * @param isConditional whether the password manager may create it without asking
 * @see https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson
 */
export async function registrationOptions(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  party: ResolvedRelyingParty,
  ceremonyUser: RegistrationUser,
  challenge: Bytes,
  isConditional: boolean,
): Promise<object> {
  const { generateRegistrationOptions } = await provider.load()
  const { user } = ceremonyUser
  // A copy, because the package modifies `authenticatorSelection`.
  const { authenticatorSelection, ...options } = structuredClone(provider.registrationOptions)
  return generateRegistrationOptions({
    ...options,
    // Without asking, no user can be verified: browsers would refuse.
    authenticatorSelection: isConditional
      ? { ...authenticatorSelection, userVerification: 'preferred' }
      : authenticatorSelection,
    rpID: party.id,
    rpName: party.name,
    userID:
      ceremonyUser.requester === 'signed-in' ? await userHandle(party, ceremonyUser.user) : randomHandle(),
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    challenge,
    excludeCredentials:
      ceremonyUser.requester === 'signed-in' ? await listCredentials(ctx, ceremonyUser.user.id) : [],
  })
}

/**
 * Returns a user's handle, by which password managers update and replace passkeys. It must contain no
 * personal data, which some applications have in user ids.
 *
 * @see https://www.w3.org/TR/webauthn-3/#user-handle
 */
export async function userHandle(
  { id }: Pick<ResolvedRelyingParty, 'id'>,
  user: { readonly id: string },
): Promise<Bytes> {
  return sha256(JSON.stringify(['passkey user', id, String(user.id)]))
}

/** The id of a user who does not exist yet is not known. */
function randomHandle(): Bytes {
  return crypto.getRandomValues(new Uint8Array(32))
}

/** A user who can register a passkey. A passkey needs a name, which is the e-mail address. */
export type RegistrationUser = CeremonyUser & { readonly user: User & { readonly email: string } }

/** Returns whether a user has the e-mail address that a registration needs. */
export function canRegister(ceremonyUser: CeremonyUser): ceremonyUser is RegistrationUser {
  return Boolean(ceremonyUser.user?.email)
}
