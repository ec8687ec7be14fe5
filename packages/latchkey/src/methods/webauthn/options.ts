import type { Context } from '../../contract/context.ts'
import { fromBase64url } from '../../crypto/base64url.ts'
import { randomHex } from '../../crypto/random.ts'
import type { User } from '../../types/user.ts'
import type { ResolvedWebAuthnProvider } from '../../types/webauthn.ts'
import type { CeremonyUser } from './ceremony-user.ts'
import { allowedCredentials, credentialsOf } from './credentials.ts'
import type { ResolvedRelyingParty } from './relying-party.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What a browser needs to ask for a passkey. @see https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson */
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

/** What a browser needs to make a passkey. @see https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson */
export async function registrationOptions(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  party: ResolvedRelyingParty,
  ceremonyUser: RegistrationUser,
  challenge: Bytes,
): Promise<object> {
  const { generateRegistrationOptions } = await provider.load()
  const { user } = ceremonyUser
  return generateRegistrationOptions({
    // The package writes into the selection.
    ...structuredClone(provider.registrationOptions),
    rpID: party.id,
    rpName: party.name,
    // Tells nothing about the person. Read as base64url, so that the text itself is what browsers get.
    userID: fromBase64url(randomHex(32)) ?? challenge,
    userName: user.email,
    userDisplayName: user.name ?? user.email,
    challenge,
    excludeCredentials:
      ceremonyUser.requester === 'signed-in' ? await credentialsOf(ctx, ceremonyUser.user.id) : [],
  })
}

/** Who may register a passkey: it needs a name, and that is the e-mail address. */
export type RegistrationUser = CeremonyUser & { readonly user: User & { readonly email: string } }

export function canRegister(ceremonyUser: CeremonyUser): ceremonyUser is RegistrationUser {
  return Boolean(ceremonyUser.user?.email)
}
