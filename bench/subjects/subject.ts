/** One operation of one library. */
export interface Subject {
  /** The name of the library in the tables. */
  readonly library: Library
  /** The set-up, when there are several. */
  readonly variant?: string
  /** Runs the operation once. */
  readonly run: () => unknown
  /** Throws when the result is wrong. Called before anything is timed. */
  readonly check: (result: unknown) => void | Promise<void>
}

/** Returns the name of a subject or row in the tables. */
export function toName({
  library,
  variant,
}: {
  readonly library: Library
  readonly variant?: string | undefined
}): string {
  return variant === undefined ? library : `${library}, ${variant}`
}

export type Library = 'latchkey' | '@auth/core' | 'better-auth' | 'iron-session' | 'baseline'

/** Throws unless a response or a returned value contains Ann's session. */
export async function isAnn(result: unknown): Promise<void> {
  const session: unknown = result instanceof Response ? await result.json() : result
  if (!JSON.stringify(session)?.includes('"ann@example.com"'))
    throw new Error(`The result is not Ann's session: ${JSON.stringify(session)}`)
}
