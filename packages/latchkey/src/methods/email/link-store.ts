import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { type TokenStore, tokenStore } from '../../proofs/token-store.ts'

/** Returns the sign-in links that were sent. They all end together, also those of other providers. */
export function linkStore({ auth, provider, providers }: Context<ResolvedEmailProvider>): TokenStore {
  const lifetimes = [...providers.values()].map((each) => (each.type === 'email' ? each.maxAge : 0))
  const longest = Math.ceil(Math.max(provider.maxAge, ...lifetimes))
  return tokenStore(auth, { maxAge: provider.maxAge, longest }, provider.secret)
}
