import { seal, unseal } from '../../crypto/sealed.ts'
import { idKey, userKey } from '../../security/store-keys.ts'
import type { OneTimeToken, OneTimeTokensOptions } from '../../types/one-time-tokens.ts'
import type { Store } from '../../types/store.ts'
import { callStore } from '../ending/external-store.ts'
import { GRACE_SECONDS, isRevoked } from '../ending/revocation.ts'
import { requireSecrets } from '../jwt/required-secrets.ts'

/** Creates a token. See `create` of `OneTimeTokens`. */
export async function createToken(
  options: OneTimeTokensOptions,
  { userId, data }: { readonly userId?: string | undefined; readonly data: object },
): Promise<string> {
  const sub = userId === undefined ? undefined : String(userId)
  const now = sub === undefined ? Date.now() : await firstMomentAfterRevocation(options.store, sub)
  return (await seal({ sub, data }, sealKeys(options), options.maxAge, now)).token
}

/** Returns a valid token's content. See `read` of `OneTimeTokens`. */
export async function readToken<Data extends object>(
  options: OneTimeTokensOptions,
  token: unknown,
): Promise<OneTimeToken<Data> | null> {
  return (await findToken<Data>(options, token))?.content ?? null
}

/** Uses a token. See `redeem` of `OneTimeTokens`. */
export async function redeemToken<Data extends object>(
  options: OneTimeTokensOptions,
  token: unknown,
): Promise<OneTimeToken<Data> | null> {
  const found = await findToken<Data>(options, token)
  if (found === null) return null
  const { content, usedKey } = found
  const seconds = Math.ceil((content.expires.getTime() - Date.now()) / 1000) + GRACE_SECONDS
  // Not undone if the store is late: a repeated undo would make the token work twice.
  const uses = await callStore('add', () => options.store.add(usedKey, 1, seconds))
  return uses === 1 ? content : null
}

/** A token that is valid now. */
interface ValidToken<Data extends object> {
  readonly content: OneTimeToken<Data>
  /** Key in the store that is set when the token is used. */
  readonly usedKey: string
}

async function findToken<Data extends object>(
  options: OneTimeTokensOptions,
  token: unknown,
): Promise<ValidToken<Data> | null> {
  const found = typeof token === 'string' ? await unseal(token, sealKeys(options), Date.now()) : undefined
  if (found === undefined) return null
  const { store } = options
  const { sub, jti, data } = found.claims
  const usedKey = idKey('used-token', String(jti))
  const [wasUsed, wasRevoked] = await Promise.all([
    callStore('get', () => store.get(usedKey)),
    callStore('get', () => isRevoked({ store }, { claims: { sub }, issuedAt: found.issuedAt })),
  ])
  if (wasUsed || wasRevoked) return null
  const userId = typeof sub === 'string' ? sub : undefined
  return { content: { userId, data: data as Data, expires: new Date(found.expiresAt * 1000) }, usedKey }
}

function sealKeys({ secret, purpose }: OneTimeTokensOptions): Parameters<typeof seal>[1] {
  return { secrets: requireSecrets(secret), salt: `latchkey:one-time-token:${purpose}` }
}

/**
 * Returns the time of a user's new token. A token that is created in the second in which the user's
 * sessions were revoked is valid.
 *
 * @returns milliseconds since 1970
 */
async function firstMomentAfterRevocation(store: Store, userId: string): Promise<number> {
  const until = await callStore('get', () => store.get(userKey('revoked', userId)))
  return Math.max(Date.now(), (Number(until ?? -1) + 1) * 1000)
}
