import type { Context } from '../contract/context.ts'
import { findPasskeyProvider } from '../contract/providers.ts'
import { InvalidOption } from '../errors/configuration.ts'
import { LastSignInMethod } from '../errors/provider.ts'
import { passkeyAdapter } from '../methods/webauthn/adapter.ts'
import { toBrowserId } from '../methods/webauthn/credentials.ts'
import { creationDate, renamePasskey } from '../methods/webauthn/details.ts'
import { nameModel } from '../methods/webauthn/models.ts'
import { accountStorage, type MethodsOf } from '../persistence/account-methods.ts'
import { removePasskeyFactor } from '../second-factor/remove.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { endOthers } from '../sign-in/end-others.ts'
import { inTurn } from '../tokens/in-turn.ts'
import type { PasskeyDetails } from '../types/account-records.ts'
import type { AdapterAuthenticator } from '../types/adapter.ts'
import type { RemovePasskeyOptions, UserPasskey, UserPasskeys } from '../types/user-passkeys.ts'
import { canSignInWithoutPasskey, findPasskeyAccount } from './accounts.ts'
import { requireChange } from './change.ts'
import { checkName } from './name.ts'

/** The adapter calls that remove a passkey, with those of a user with a few passkeys. */
const CALLS = 14

/** Returns what server code can do with a user's passkeys. */
export function userPasskeys(ctx: Context, userId: string): UserPasskeys {
  requireProvider(ctx)
  const storage = accountStorage(ctx.auth).methods('passkeyDetails')
  return {
    async list() {
      const [passkeys, details] = await Promise.all([
        passkeyAdapter(ctx).listAuthenticatorsByUserId(userId),
        storage.listPasskeyDetails(userId),
      ])
      const byId = new Map(details.map((each) => [each.credentialID, each]))
      return passkeys
        .map((passkey) => describePasskey(passkey, byId.get(passkey.credentialID)))
        .sort((one, other) => (one.createdAt?.getTime() ?? 0) - (other.createdAt?.getTime() ?? 0))
    },

    async rename(id, name) {
      const text = checkName(name)
      await requireChange(ctx, userId, 'A passkey was to be renamed')
      const passkey = await findPasskey(ctx, userId, id)
      if (passkey !== undefined) await renamePasskey(ctx, passkey, text)
      return passkey !== undefined
    },

    remove: (id, options) => remove(ctx, userId, { id, storage, ...options }),
  }
}

/** @throws {InvalidOption} if the application has no passkeys */
function requireProvider({ providers }: Context): void {
  if (findPasskeyProvider(providers) !== undefined) return
  throw new InvalidOption(
    '`user.passkeys` needs a passkey provider. Add `Passkey()` from "latchkey/providers/passkey" to `providers`.',
  )
}

function describePasskey(
  { credentialID, credentialBackedUp, transports }: AdapterAuthenticator,
  details: PasskeyDetails | undefined,
): UserPasskey {
  const aaguid = details?.aaguid ?? null
  const model = nameModel(aaguid)
  return {
    id: toBrowserId(credentialID),
    name: details?.name ?? model,
    model,
    aaguid,
    createdAt: creationDate(details),
    lastUsedAt: details?.lastUsedAt ? new Date(details.lastUsedAt) : null,
    isBackedUp: Boolean(credentialBackedUp),
    transports: transports ? transports.split(',') : [],
  }
}

async function findPasskey(
  ctx: Context,
  userId: string,
  id: unknown,
): Promise<AdapterAuthenticator | undefined> {
  const passkeys = await passkeyAdapter(ctx).listAuthenticatorsByUserId(userId)
  return passkeys.find(({ credentialID }) => toBrowserId(credentialID) === id)
}

interface Removal extends RemovePasskeyOptions {
  readonly id: string
  readonly storage: MethodsOf<'passkeyDetails'>
}

async function remove(
  ctx: Context,
  userId: string,
  { id, storage, allowLast = false }: Removal,
): Promise<boolean> {
  await requireChange(ctx, userId, 'A passkey was to be removed')
  // In turn: otherwise, two requests could each remove a way in because of the other one.
  const removed = await inTurn(ctx.auth, userId, CALLS, async () => {
    const passkey = await findPasskey(ctx, userId, id)
    if (passkey === undefined) return undefined
    const account = await findPasskeyAccount(ctx, passkey)
    // One without an account signs no one in.
    if (account && !allowLast && !(await canSignInWithoutPasskey(ctx, userId, passkey)))
      throw new LastSignInMethod(
        'The passkey is the last way for the user to sign in. Add another one first, ' +
          'or pass `allowLast: true` if your application knows one, such as `Credentials`.',
      )
    if (!(await storage.deleteAuthenticator({ credentialID: passkey.credentialID, userId }))) return undefined
    const left = await passkeyAdapter(ctx).listAuthenticatorsByUserId(userId)
    return { account, isFactor: left.length === 0 && (await removePasskeyFactor(ctx, userId)) }
  })
  if (removed === undefined) return false
  const provider = removed.account?.provider ?? findPasskeyProvider(ctx.providers)?.id ?? ''
  await emitSecurity(ctx, { type: 'passkeyRemoved', userId, provider })
  if (removed.isFactor) await emitSecurity(ctx, { type: 'secondFactorRemoved', userId, by: 'user' })
  await endOthers(ctx, userId)
  return true
}
