import type { Context } from '../contract/context.ts'
import type { Result } from '../contract/result.ts'
import type { Cookie } from '../types/cookies.ts'

/** The URL to redirect to, and the cookies to set first. */
export interface Outcome {
  readonly url: string
  readonly cookies: readonly Cookie[]
  /** What the user must do at the URL before the session starts. */
  readonly requirement?: string | undefined
}

/** Returns a redirect as the outcome of a call. */
export function toOutcome({ cookies }: Context, result: Result): Outcome {
  // Only pages and reads have another result type, and neither is called from here.
  if (result.type !== 'redirect')
    throw new TypeError(`Latchkey returned a ${result.type} instead of a redirect. Please report this bug.`)
  return { url: result.url, cookies: cookies.written, requirement: result.requirement }
}
