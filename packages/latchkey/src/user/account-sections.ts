import type { Context } from '../contract/context.ts'
import { findPasswordProvider, isOAuthProvider } from '../contract/providers.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import type { AccountSection } from '../types/account-pages.ts'

/** What the configuration must have for each section. */
const NEEDS: Readonly<Record<AccountSection, (ctx: Context) => boolean | Promise<boolean>>> = {
  profile: () => true,
  email: async ({ auth }) =>
    auth.adapter?.createVerificationToken !== undefined && (await auth.checkConfig()).mail !== undefined,
  password: ({ providers }) => findPasswordProvider(providers) !== undefined,
  secondFactor: ({ auth }) => Boolean(auth.secondFactor) && accountStorage(auth).has('secondFactors'),
  passkeys: ({ auth, providers }) =>
    [...providers.values()].some(({ type }) => type === 'webauthn') &&
    accountStorage(auth).has('passkeyDetails'),
  accounts: ({ auth, providers }) =>
    auth.adapter?.listAccounts !== undefined && [...providers.values()].some(isOAuthProvider),
  sessions: ({ auth }) => auth.session.keepsFacts,
  events: ({ auth }) => accountStorage(auth).has('securityEvents'),
  export: () => true,
  delete: ({ auth }) => auth.adapter?.deleteUser !== undefined,
}

/** Where a section is: on the built-in pages, or on a page of the application. */
export type AccountPlaces = ReadonlyMap<AccountSection, 'built-in' | { readonly page: string }>

/** Returns the sections that the configuration can serve and does not leave out, in their order. */
export async function listAccountSections(ctx: Context): Promise<AccountPlaces> {
  const places = new Map<AccountSection, 'built-in' | { readonly page: string }>()
  const { sections = {} } = ctx.auth.accountPages || {}
  for (const [name, isServed] of Object.entries(NEEDS) as [
    AccountSection,
    (typeof NEEDS)[AccountSection],
  ][]) {
    const choice = sections[name] ?? true
    if (choice === false || !(await isServed(ctx))) continue
    places.set(name, choice === true ? 'built-in' : { page: choice })
  }
  return places
}
