import type { Context } from '../contract/context.ts'
import { isOAuthProvider } from '../contract/providers.ts'
import { InvalidOption } from '../errors/configuration.ts'
import type { AccountOverview, AccountSection } from '../types/account-pages.ts'
import { listAccountSections } from './account-sections.ts'
import { findUserRow } from './find-row.ts'
import { loadGroup } from './load-group.ts'

/** How many events the overview has, unless more are asked for. */
const EVENTS = 10

/**
 * Returns what the account pages show of a user.
 *
 * @throws {InvalidOption} without account pages
 */
export async function accountOverview(
  ctx: Context,
  userId: string,
  { events: limit = EVENTS }: { readonly events?: number | undefined } = {},
): Promise<AccountOverview> {
  if (!ctx.auth.accountPages)
    throw new InvalidOption('`user.overview` shows what the account pages show. Set `account: true`.')
  const sections = await listAccountSections(ctx)
  const row = await findUserRow(ctx, userId)
  const { name = null, email = null, image = null } = row
  const when = <T>(section: AccountSection, read: () => Promise<T>): Promise<T> | undefined =>
    sections.has(section) ? read() : undefined
  const parts = {
    email: when('email', async () => ({
      address: email,
      isVerified: Boolean(row.emailVerified),
      pending: await (await loadGroup(ctx, userId, 'email')).pending(),
    })),
    password: when('password', async () => (await loadGroup(ctx, userId, 'password')).status()),
    secondFactor: when('secondFactor', async () => (await loadGroup(ctx, userId, 'secondFactor')).list()),
    passkeys: when('passkeys', async () => (await loadGroup(ctx, userId, 'passkeys')).list()),
    accounts: when('accounts', async () => ({
      connected: await (await loadGroup(ctx, userId, 'accounts')).list(),
      providers: [...ctx.providers.values()]
        .filter(isOAuthProvider)
        .map(({ id, name: shownName }) => ({ id, name: shownName })),
    })),
    sessions: when('sessions', async () => (await loadGroup(ctx, userId, 'sessions')).list()),
    events: when('events', async () => (await loadGroup(ctx, userId, 'events')).list({ limit })),
  }
  const [emailPart, password, secondFactor, passkeys, accounts, sessions, events] = await Promise.all([
    parts.email,
    parts.password,
    parts.secondFactor,
    parts.passkeys,
    parts.accounts,
    parts.sessions,
    parts.events,
  ])
  return {
    user: { id: userId, name, email, image },
    email: emailPart,
    password,
    secondFactor,
    passkeys,
    accounts,
    sessions,
    events,
  }
}
