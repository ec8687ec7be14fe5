import type { Context } from '../contract/context.ts'
import {
  findPasswordProvider,
  isEmailProvider,
  isOAuthProvider,
  isPhoneProvider,
} from '../contract/providers.ts'
import { MissingAdapterMethods } from '../errors/configuration.ts'
import { LastSignInMethod } from '../errors/provider.ts'
import { passwordStorage } from '../passwords/storage.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { endOthers } from '../sign-in/end-others.ts'
import { inTurn } from '../tokens/in-turn.ts'
import { splitScopes } from '../tokens/scopes.ts'
import type { Adapter, AdapterAccount, AdapterAuthenticator } from '../types/adapter.ts'
import type { ConnectedAccount, ConnectedAccounts, UnlinkOptions } from '../types/connected-accounts.ts'
import type { TokenSet } from '../types/token-set.ts'
import { requireChange } from './change.ts'

/** The adapter calls that remove an account: look-ups, a few for each passkey, and the removal. */
const CALLS = 8

type Key = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/** Returns what server code can do with a user's accounts. */
export function connectedAccounts(ctx: Context, userId: string): ConnectedAccounts {
  return {
    async list() {
      const { listAccounts } = requireMethods(ctx, 'list', 'listAccounts')
      return (await listAccounts(userId)).map(connectedAccount)
    },
    unlink: (provider, providerAccountId, options) =>
      unlink(ctx, userId, { provider, providerAccountId }, options),
  }
}

/** Leaves out the tokens. */
function connectedAccount({ provider, providerAccountId, type, scope }: AdapterAccount): ConnectedAccount {
  return {
    provider,
    // An adapter may return numbers.
    providerAccountId: String(providerAccountId),
    type,
    scopes: splitScopes(scope),
  }
}

async function unlink(
  ctx: Context,
  userId: string,
  key: Key,
  { allowLast = false }: UnlinkOptions = {},
): Promise<boolean> {
  if (![key.provider, key.providerAccountId].every((id) => typeof id === 'string' && id !== ''))
    throw new TypeError(
      "`unlink` was called without an account's ids. Pass the `provider` and the " +
        '`providerAccountId` that `user.accounts.list()` returns.',
    )
  const { listAccounts, unlinkAccount } = requireMethods(ctx, 'unlink', 'listAccounts', 'unlinkAccount')
  const { keepsFacts } = ctx.auth.session
  if (keepsFacts) await requireChange(ctx, userId, 'An account was to be unlinked')
  // Otherwise, two requests could each remove an account because of the other one.
  const removed = await inTurn(ctx.auth, userId, CALLS, async () => {
    const accounts = await listAccounts(userId)
    const account = accounts.find((candidate) => isSame(candidate, key))
    if (account === undefined) return undefined
    requireUnlinkable(account)
    const others = accounts.filter((candidate) => candidate !== account)
    if (!allowLast && !(await canSignIn(ctx, userId, others)) && !(await hasPassword(ctx, userId)))
      throw new LastSignInMethod(
        `The account at "${key.provider}" is the last way for the user to sign in. Add another one first, ` +
          'or pass `allowLast: true` if your application knows one, such as a password.',
        { provider: key.provider },
      )
    await unlinkAccount(key)
    return account
  })
  if (removed !== undefined) {
    await emitSecurity(ctx, { type: 'accountUnlinked', userId, provider: removed.provider })
    if (keepsFacts) await endOthers(ctx, userId)
    await revokeTokensOf(ctx, removed)
  }
  return removed !== undefined
}

function isSame(account: AdapterAccount, { provider, providerAccountId }: Key): boolean {
  return account.provider === provider && String(account.providerAccountId) === providerAccountId
}

/** Without its account, the passkey would remain, and could not be used. @throws {TypeError} */
function requireUnlinkable({ provider, type }: AdapterAccount): void {
  if (type !== 'webauthn') return
  throw new TypeError(
    `The account at "${provider}" is a passkey, which \`unlink\` does not remove. ` +
      'Pass an account of another type.',
  )
}

/** Returns whether the user has a password that the provider `Password` accepts. */
async function hasPassword({ auth, providers }: Context, userId: string): Promise<boolean> {
  const provider = findPasswordProvider(providers)
  return provider !== undefined && (await passwordStorage(auth, provider).read(userId)) !== null
}

/** Returns whether the user can sign in without a password: with an account, a passkey, or an e-mail. */
export async function canSignInWithoutPassword(ctx: Context, userId: string): Promise<boolean> {
  const { listAccounts } = ctx.auth.adapter ?? {}
  return canSignIn(ctx, userId, (await listAccounts?.(userId)) ?? [])
}

/** Returns whether the user can sign in without one of their passkeys. */
export async function canSignInWithoutPasskey(
  ctx: Context,
  userId: string,
  passkey: AdapterAuthenticator,
): Promise<boolean> {
  const { listAccounts } = ctx.auth.adapter ?? {}
  const accounts = (await listAccounts?.(userId)) ?? []
  return (await canSignIn(ctx, userId, accounts, passkey)) || hasPassword(ctx, userId)
}

/**
 * Returns whether the user can sign in with one of these accounts, a passkey, or an e-mail.
 *
 * @param removed a passkey that does not count
 */
async function canSignIn(
  ctx: Context,
  userId: string,
  accounts: readonly AdapterAccount[],
  removed?: AdapterAuthenticator,
): Promise<boolean> {
  const owners = accounts.map(({ provider }) => ctx.providers.get(provider))
  if (owners.some((each) => isOAuthProvider(each) || isPhoneProvider(each))) return true
  const providers = [...ctx.providers.values()]
  // With these provider types, the adapter was checked for the methods.
  const database = ctx.auth.adapter as Required<Adapter>
  if (providers.some(({ type }) => type === 'webauthn')) {
    const passkeys = await database.listAuthenticatorsByUserId(userId)
    for (const passkey of passkeys)
      if (passkey.credentialID !== removed?.credentialID && (await findPasskeyAccount(ctx, passkey)))
        return true
  }
  return providers.some(isEmailProvider) && Boolean((await database.getUser(userId))?.email)
}

/** Returns the account through which a passkey signs in. Without it, it cannot be used. */
export async function findPasskeyAccount(
  { auth, providers }: Context,
  { providerAccountId, userId }: AdapterAuthenticator,
): Promise<AdapterAccount | undefined> {
  for (const { id, type } of providers.values()) {
    if (type !== 'webauthn') continue
    const account = await auth.adapter?.getAccount?.(String(providerAccountId), id)
    if (account && String(account.userId) === String(userId)) return account
  }
  return undefined
}

/** Revokes a removed account's tokens. A failure is only logged. */
export async function revokeTokensOf({ auth, providers }: Context, account: AdapterAccount): Promise<void> {
  auth.logger.debug('account unlinked', { provider: account.provider })
  const provider = providers.get(account.provider)
  if (!isOAuthProvider(provider)) return
  const [{ openTokens }, { takeRefreshedTokens }, { logFailure }, { revokeTokens }] = await Promise.all([
    import('../tokens/encrypted-row.ts'),
    import('../tokens/latest.ts'),
    import('../tokens/provider-failure.ts'),
    import('../tokens/revoke.ts'),
  ])
  const known = await openTokens(auth.secrets, account)
  let tokens: TokenSet = known
  // A refresh may have replaced them after they were read.
  const row = { provider: provider.id, providerAccountId: String(account.providerAccountId), tokens: known }
  try {
    await takeRefreshedTokens(auth, row, (latest) => (tokens = latest))
  } catch (thrown) {
    await logFailure(auth, { provider, what: 'The latest tokens could not be revoked', thrown })
  }
  await revokeTokens(auth, provider, tokens)
}

/** @throws {MissingAdapterMethods} if the adapter lacks one of the methods */
function requireMethods<Name extends keyof Adapter>(
  { auth: { adapter } }: Context,
  caller: keyof ConnectedAccounts,
  ...names: readonly Name[]
): Required<Pick<Adapter, Name>> {
  const missing = names.filter((name) => typeof adapter?.[name] !== 'function')
  if (missing.length === 0) return adapter as Required<Pick<Adapter, Name>>
  const methods = missing.map((name) => `\`${name}\``).join(' and ')
  throw new MissingAdapterMethods(
    adapter === undefined
      ? `\`user.accounts.${caller}\` needs a database that stores accounts. Pass an \`adapter\`.`
      : `\`adapter\` lacks ${methods}, which \`user.accounts.${caller}\` needs. Add what is missing: ` +
          `\`adapter: { ...adapter, ${missing.map((name) => `${name}: …`).join(', ')} }\`.`,
  )
}
