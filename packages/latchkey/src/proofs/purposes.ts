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
const LINK_LIFETIMES: Readonly<Record<ProofPurpose, number>> = {
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

/** Returns how long a link for a purpose works, in seconds. */
export function linkLifetime({ provider }: Context, purpose: ProofPurpose): number {
  return purpose === 'signIn' && provider?.type === 'email' ? provider.maxAge : LINK_LIFETIMES[purpose]
}

/** Returns the links for a purpose. Sign-in links end together, also those of other providers. */
export function linksFor(ctx: Context, purpose: ProofPurpose): PurposeTokens {
  const { provider } = ctx
  const isSignIn = purpose === 'signIn'
  const secret = isSignIn && provider?.type === 'email' ? provider.secret : undefined
  return tokensFor(ctx, linkLifetime(ctx, purpose), isSignIn ? '' : `${purpose}:`, secret)
}

/**
 * Returns the codes for a purpose.
 *
 * @param flow the secret of the browser that asked. Each code is hashed with its own, not with the
 *   configuration's: a new one of these changes no code, and one comparison is one look-up
 */
export function codesFor(ctx: Context, purpose: ProofPurpose, flow = ''): PurposeTokens {
  return tokensFor(ctx, CODE_LIFETIME, `${purpose}-code:`, flow)
}

/** Returns whether an identifier is one that `linksFor` or `codesFor` returns. */
export function isReservedIdentifier(identifier: string): boolean {
  const [purpose, ...rest] = identifier.split(':')
  return rest.length > 0 && Object.hasOwn(LINK_LIFETIMES, String(purpose).replace(/-code$/, ''))
}

function tokensFor(
  { auth, providers }: Context,
  maxAge: number,
  prefix: string,
  secret?: string,
): PurposeTokens {
  const lifetimes = [...providers.values()].map((each) => (each.type === 'email' ? each.maxAge : 0))
  const longest = Math.ceil(Math.max(maxAge, ...lifetimes))
  return {
    ...tokenStore(auth, { maxAge, longest }, secret),
    identify: (address) => prefix + address,
  }
}
