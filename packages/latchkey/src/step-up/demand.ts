import type { Context } from '../contract/context.ts'
import type { SessionFacts } from '../contract/sign-in.ts'
import { endpointUrl } from '../http/endpoint-url.ts'

/** What must be true of a session, besides that it exists. */
export interface Demand {
  /** How many seconds ago the user signed in or sent a second factor, at most. */
  readonly within?: number | undefined
  /** Whether the user must have sent a second factor. */
  readonly secondFactor?: boolean | undefined
}

/** Returns whether a session meets a demand. One that keeps no facts meets none. */
export function isMet(
  { within, secondFactor }: Demand,
  facts: SessionFacts | undefined,
  now: number,
): boolean {
  if (secondFactor && !facts?.amr.includes('mfa')) return false
  if (within === undefined) return true
  return facts !== undefined && now / 1000 - facts.authTime <= within
}

/** A demand, and where to go once it is met. */
export interface StepUp extends Demand {
  readonly callbackUrl: string
  /** The id of the form that was interrupted. */
  readonly form?: string | undefined
}

/** Returns the URL of the page where the session's user confirms who they are. */
export function stepUpUrl({ base }: Pick<Context, 'base'>, stepUp: StepUp): string {
  return endpointUrl(base, 'verify', stepUpQuery(stepUp))
}

/** Returns the same as the query of that page. */
export function stepUpQuery({
  within,
  secondFactor,
  form,
  callbackUrl,
}: StepUp): Record<string, string | undefined> {
  return {
    for: 'session',
    within: within === undefined ? undefined : String(within),
    secondFactor: secondFactor ? '1' : undefined,
    form,
    callbackUrl,
  }
}

/**
 * Reads the query of that page. A client can change it: only `protect` decides whether the demand
 * of the application is met.
 */
export function readStepUp({ query }: Pick<Context, 'query'>, callbackUrl: string): StepUp {
  const within = Number(query.get('within') || Number.NaN)
  return {
    within: within > 0 ? within : undefined,
    secondFactor: query.get('secondFactor') === '1' || undefined,
    form: query.get('form') || undefined,
    callbackUrl,
  }
}
