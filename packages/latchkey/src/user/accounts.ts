import type { Context, ResolvedAuth } from '../contract/context.ts'
import { LastSignInMethod, MissingAdapterMethods } from '../errors.ts'
import type { Adapter, AdapterAccount } from '../types/adapter.ts'
import type { ConnectedAccount, UnlinkOptions } from '../types/current-user.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import { inTurn } from './in-turn.ts'
import { scopesOf } from './scopes.ts'

type Accounts = Required<Pick<Adapter, 'listAccounts' | 'unlinkAccount'>> & Adapter

/** Returns the accounts of a user, without their tokens. */
export async function listAccounts({ auth }: Context, userId: string): Promise<ConnectedAccount[]> {
  const accounts = await accountsOf(auth, userId, ['listAccounts'])
  return accounts.map(({ provider, providerAccountId, type, scope }) => ({
    provider,
    providerAccountId: String(providerAccountId),
    type,
    scopes: scopesOf(scope),
  }))
}

/**
 * Removes an account of a user, and revokes its tokens at the provider. Of several calls for one
 * user, only one runs at a time: two of them could each count on the account that the other one
 * removes.
 *
 * @returns whether the user had the account
 * @throws {LastSignInMethod} if the user could not sign in again
 */
export async function unlinkAccount(
  ctx: Context,
  userId: string,
  key: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  { allowLast = false }: UnlinkOptions = {},
): Promise<boolean> {
  const { auth } = ctx
  const removed = await inTurn(auth, `unlink ${userId}`, async () => {
    const accounts = await accountsOf(auth, userId, ['listAccounts', 'unlinkAccount'])
    const account = accounts.find((each) => isSame(each, key))
    if (account === undefined) return undefined
    if (account.type === 'webauthn')
      throw new TypeError('`unlink` was called for a passkey. Passkeys cannot be removed by it.')
    const others = accounts.filter((each) => each !== account)
    if (!allowLast && !(await canSignIn(ctx, userId, others))) throw lastMethod(key.provider)
    await (auth.adapter as Accounts).unlinkAccount({ ...key })
    return account
  })
  if (removed === undefined) return false
  const provider = ctx.providers.get(key.provider)
  if (provider && 'revocation' in provider) await revoke(auth, provider, removed)
  return true
}

function isSame(
  account: AdapterAccount,
  { provider, providerAccountId }: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
): boolean {
  // An adapter may return numbers.
  return account.provider === provider && String(account.providerAccountId) === providerAccountId
}

/** Returns whether a user could sign in with what is left. Passwords are not known here. */
async function canSignIn(
  { auth, providers }: Context,
  userId: string,
  accounts: readonly AdapterAccount[],
): Promise<boolean> {
  const types = new Set([...providers.values()].map(({ type }) => type))
  const isUsable = ({ provider, type }: AdapterAccount): boolean =>
    type !== 'webauthn' && providers.has(provider)
  if (accounts.some(isUsable)) return true
  if (types.has('email') && (await auth.adapter?.getUser?.(userId))?.email) return true
  if (!types.has('webauthn')) return false
  return ((await auth.adapter?.listAuthenticatorsByUserId?.(userId)) ?? []).length > 0
}

/** The account is gone: whatever happens here is only logged. */
async function revoke(
  auth: ResolvedAuth,
  provider: ResolvedOAuthProvider,
  account: AdapterAccount,
): Promise<void> {
  const [{ openTokens }, { revokeTokens }] = await Promise.all([
    import('../security/sealed-tokens.ts'),
    import('../logout/revoke.ts'),
  ])
  await revokeTokens(auth, provider, await openTokens(auth.secrets, account))
}

async function accountsOf(
  { adapter }: ResolvedAuth,
  userId: string,
  needs: readonly (keyof Adapter)[],
): Promise<AdapterAccount[]> {
  const missing = needs.filter((method) => adapter?.[method] === undefined)
  if (missing.length > 0)
    throw new MissingAdapterMethods(
      `\`user.accounts\` needs an \`adapter\` with ${missing.map((method) => `\`${method}\``).join(' and ')}. ` +
        'Add what is missing to it, or use an adapter of Latchkey.',
    )
  return (adapter as Accounts).listAccounts(userId)
}

function lastMethod(provider: string): LastSignInMethod {
  return new LastSignInMethod(
    `The account at "${provider}" is the last way in which its user can sign in, so it was not removed. ` +
      'Ask the user to add another account first, or set `allowLast: true` if there is a password.',
    { provider },
  )
}
