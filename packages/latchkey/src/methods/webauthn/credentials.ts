import type { Context } from '../../contract/context.ts'
import { fromBase64, toBase64url } from '../../crypto/base64url.ts'
import type { AdapterAuthenticator } from '../../types/adapter.ts'
import type { CredentialDescriptor, ResolvedWebAuthnProvider } from '../../types/providers/webauthn.ts'
import { passkeyAdapter } from './adapter.ts'
import type { CeremonyUser } from './ceremony-user.ts'
import { inventedCredentials } from './invented-credentials.ts'
import { sendsNoIds } from './verify.ts'

/**
 * Returns the passkeys that the browser may use, or `undefined` if it may use any passkey.
 *
 * A signed-out visitor can name any e-mail address, and the list must not reveal whether the
 * address has an account. If all passkeys are discoverable, no list is sent. Otherwise, an address
 * without passkeys always gets the same list of decoys.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-username-enumeration
 */
export async function allowedCredentials(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
  { requester, user }: CeremonyUser,
): Promise<CredentialDescriptor[] | undefined> {
  if (requester === 'unidentified') return undefined
  if (requester === 'signed-in') return listCredentials(ctx, user.id)
  if (sendsNoIds(provider)) return undefined
  const invented = await inventedCredentials(ctx.auth.secrets[0] ?? '', `${provider.id} ${user.email}`)
  const known = requester === 'known' ? await listCredentials(ctx, user.id) : await findNone(ctx, invented)
  return known.length > 0 ? known : invented
}

/** Takes as long as the query for a known user: the time must not reveal it either. */
async function findNone(ctx: Context, [decoy]: readonly CredentialDescriptor[]): Promise<[]> {
  await passkeyAdapter(ctx).getAuthenticator(decoy?.id ?? '')
  return []
}

/** Returns a user's passkeys. */
export async function listCredentials(ctx: Context, userId: string): Promise<CredentialDescriptor[]> {
  return (await passkeyAdapter(ctx).listAuthenticatorsByUserId(userId)).map(describe)
}

function describe({ credentialID, transports }: AdapterAuthenticator): CredentialDescriptor {
  const id = toBrowserId(credentialID)
  return transports ? { id, transports: transports.split(',') } : { id }
}

/** Returns a stored credential id as browsers write it: in base64url. */
export function toBrowserId(credentialID: string): string {
  return toBase64url(fromBase64(credentialID) ?? new Uint8Array())
}
