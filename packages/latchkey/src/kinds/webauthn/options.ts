import type { Context, ResolvedWebAuthnProvider, User } from '../../contract.ts'
import { fromBase64url } from '../../security/base64url.ts'
import { randomHex } from '../../security/random.ts'
import { allowedCredentials, credentialsOf } from './credentials.ts'
import type { Asking } from './person.ts'
import type { Party } from './relying-party.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** What a browser needs to ask for a passkey. @see https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson */
export async function authenticationOptions(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  party: Party,
  asking: Asking,
  challenge: Bytes,
): Promise<object> {
  const { generateAuthenticationOptions } = await provider.load()
  return generateAuthenticationOptions({
    ...provider.authenticationOptions,
    rpID: party.id,
    challenge,
    allowCredentials: await allowedCredentials(ctx, provider, asking),
  })
}

/** What a browser needs to make a passkey. @see https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson */
export async function registrationOptions(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  party: Party,
  asking: Registering,
  challenge: Bytes,
): Promise<object> {
  const { generateRegistrationOptions } = await provider.load()
  const { user } = asking
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
    excludeCredentials: asking.person === 'signed in' ? await credentialsOf(ctx, asking.user.id) : [],
  })
}

/** Who may register a passkey: it needs a name, and that is the e-mail address. */
export type Registering = Asking & { readonly user: User & { readonly email: string } }

export function canRegister(asking: Asking): asking is Registering {
  return Boolean(asking.user?.email)
}
