import type { Context } from '../contract/context.ts'
import { type TokenStore, tokenStore } from './token-store.ts'

/** What a proof of an address is for. One for one purpose is invalid for all others. */
export type ProofPurpose = 'signIn' | 'signUp' | 'verifyAddress' | 'reset' | 'changeAddress' | 'confirmChange'

const ONE_HOUR = 60 * 60
const ONE_DAY = 24 * ONE_HOUR

/**
 * How long codes work, in seconds.
 *
 * @see https://github.com/OWASP/ASVS/blob/v5.0.0/5.0/en/0x15-V6-Authentication.md 6.5.5
 */
export const CODE_LIFETIME: number = 10 * 60

/** How long links work, in seconds. An e-mail provider has its own lifetime for sign-in links. */
export const LINK_LIFETIMES: Readonly<Record<ProofPurpose, number>> = {
  signIn: ONE_DAY,
  signUp: ONE_DAY,
  verifyAddress: ONE_DAY,
  reset: ONE_HOUR,
  changeAddress: ONE_HOUR,
  confirmChange: ONE_HOUR,
}

/** The tokens for a purpose, by the addresses that they were sent to. */
export interface PurposeTokens extends TokenStore {
  /** Returns what the database has instead of the address. */
  readonly identify: (address: string) => string
}

/** Returns the links for a purpose. Those that sign in are also the e-mail providers'. */
export function linksFor(ctx: Context, purpose: ProofPurpose): PurposeTokens {
  return tokensFor(ctx, LINK_LIFETIMES[purpose], purpose === 'signIn' ? '' : `${purpose}:`)
}

/** Returns the codes for a purpose. */
export function codesFor(ctx: Context, purpose: ProofPurpose): PurposeTokens {
  return tokensFor(ctx, CODE_LIFETIME, `${purpose}-code:`)
}

function tokensFor({ auth, providers }: Context, maxAge: number, prefix: string): PurposeTokens {
  const lifetimes = [...providers.values()].map((each) => (each.type === 'email' ? each.maxAge : 0))
  const store = tokenStore(auth, { maxAge, longest: Math.ceil(Math.max(maxAge, ...lifetimes)) })
  return { ...store, identify: (address) => prefix + address }
}
