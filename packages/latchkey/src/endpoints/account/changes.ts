import type { Context } from '../../contract/context.ts'
import { BadRequest } from '../../errors/request.ts'
import type { AccountSection } from '../../types/account-pages.ts'
import type { AccountStatus } from '../../types/account-status.ts'
import type { CurrentUser } from '../../types/current-user.ts'
import { deleteUser } from '../../user/delete.ts'
import { loadGroup } from '../../user/load-group.ts'
import type { MethodGroup } from '../../user/method-groups.ts'

/** What a form has changed. */
export interface AccountChange {
  /** Not set if nothing was found to change, such as a session that has ended already. */
  readonly status: AccountStatus | undefined
  /** Recovery codes, which are shown once. */
  readonly recoveryCodes?: readonly string[]
  /** Whether the overview follows, and not the section again. */
  readonly leadsToOverview?: true
}

type Change = (ctx: Context, userId: string) => Promise<AccountChange>

/** What the forms of each section change, by their field `do`. To add a change, add a line. */
const CHANGES: Readonly<Partial<Record<AccountSection, Readonly<Record<string, Change>>>>> = {
  email: {
    change: using('email', async (email, { form }) => {
      await email.change(text(form.email))
      return { status: 'addressRequested' }
    }),
    confirm: using('email', async (email, { form }) => {
      const { isChanged } = await email.confirm(text(form.code))
      return { status: isChanged ? 'addressChanged' : 'addressConfirmed' }
    }),
    cancel: using('email', async (email) => found(await email.cancel(), 'addressChangeCancelled')),
  },
  password: {
    change: using('password', async (password, { form }) => {
      await password.change({ current: text(form.current), next: text(form.password) })
      return { status: 'passwordChanged', leadsToOverview: true }
    }),
    set: using('password', async (password, { form }) => {
      await password.set({ next: text(form.password) })
      return { status: 'passwordSet', leadsToOverview: true }
    }),
    remove: using('password', async (password) => ({
      ...found(await password.remove(), 'passwordRemoved'),
      leadsToOverview: true,
    })),
  },
  secondFactor: {
    remove: using('secondFactor', async (factors, { form }) =>
      found(await factors.remove(text(form.id)), 'factorRemoved'),
    ),
    addPasskeys: using('secondFactor', async (factors) => {
      const { recoveryCodes } = await factors.addPasskeys()
      return { status: 'factorAdded', recoveryCodes }
    }),
    newRecoveryCodes: using('secondFactor', async (factors) => ({
      status: 'recoveryCodesReplaced',
      recoveryCodes: await factors.newRecoveryCodes(),
    })),
    forgetDevices: using('secondFactor', async (factors) => {
      await factors.forgetDevices()
      return { status: 'devicesForgotten' }
    }),
  },
  passkeys: {
    rename: using('passkeys', async (passkeys, { form }) =>
      found(await passkeys.rename(text(form.id), nameIn(form.name)), 'passkeyRenamed'),
    ),
    remove: using('passkeys', async (passkeys, { form }) =>
      found(await passkeys.remove(text(form.id)), 'passkeyRemoved'),
    ),
  },
  accounts: {
    unlink: using('accounts', async (accounts, { form }) =>
      found(await accounts.unlink(text(form.provider), text(form.providerAccountId)), 'accountDisconnected'),
    ),
  },
  sessions: {
    rename: using('sessions', async (sessions, { form }) =>
      found(await sessions.rename(text(form.id), nameIn(form.name)), 'sessionRenamed'),
    ),
    revoke: using('sessions', async (sessions, { form }) =>
      found(await sessions.revoke(text(form.id)), 'sessionRevoked'),
    ),
    revokeOthers: using('sessions', async (sessions) => {
      await sessions.revokeOthers()
      return { status: 'sessionsRevoked' }
    }),
  },
  delete: {
    delete: async (ctx, userId) => {
      if (await deleteUser(ctx, userId, ctx.form.confirm)) return { status: 'userDeleted' }
      throw new BadRequest('`confirm` is not the e-mail address of the account.')
    },
  },
}

/**
 * Runs what a form asks for.
 *
 * @throws {BadRequest} if the section has no such change, and the errors of the user's methods
 */
export async function applyChange(
  ctx: Context,
  userId: string,
  section: AccountSection,
): Promise<AccountChange> {
  const changes = CHANGES[section] ?? {}
  const name = text(ctx.form.do)
  const change = Object.hasOwn(changes, name) ? changes[name] : undefined
  if (change !== undefined) return change(ctx, userId)
  const known = Object.keys(changes).map((each) => `"${each}"`)
  throw new BadRequest(
    known.length === 0
      ? 'This section of the account has no forms.'
      : `The field \`do\` does not name a change of this section. Send one of ${known.join(', ')}.`,
  )
}

/** A change that calls one of the user's methods. */
function using<Group extends MethodGroup>(
  group: Group,
  run: (methods: CurrentUser[Group], ctx: Context) => Promise<AccountChange>,
): Change {
  return async (ctx, userId) => run(await loadGroup(ctx, userId, group), ctx)
}

function found(isFound: boolean, status: AccountStatus): AccountChange {
  return { status: isFound ? status : undefined }
}

/** A field that is missing is empty, which nothing accepts. */
function text(field: unknown): string {
  return typeof field === 'string' ? field : ''
}

/** @throws {BadRequest} if it is empty or too long */
function nameIn(field: unknown): string {
  const name = text(field).trim()
  if (name !== '' && name.length <= 100) return name
  throw new BadRequest('`name` must have 1 to 100 characters.')
}
