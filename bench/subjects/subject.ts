/** One way of doing a thing, by one library. */
export interface Subject {
  /** The library, as the tables call it. */
  readonly library: Library
  /** How it is set up, where there are several ways. */
  readonly variant?: string
  /** Does it once. */
  readonly run: () => unknown
  /** Is that the right answer? Called before anything is timed, and throws when it is not. */
  readonly check: (answer: unknown) => void | Promise<void>
}

/** How the tables call a subject, or a row of them. */
export function nameOf({
  library,
  variant,
}: {
  readonly library: Library
  readonly variant?: string | undefined
}): string {
  return variant === undefined ? library : `${library}, ${variant}`
}

export type Library = 'latchkey' | '@auth/core' | 'better-auth' | 'iron-session' | 'floor'

/** Throws unless a response, or what a function gave, tells of Ann. */
export async function isAnn(answer: unknown): Promise<void> {
  const told: unknown = answer instanceof Response ? await answer.json() : answer
  if (!JSON.stringify(told)?.includes('"ann@example.com"'))
    throw new Error(`The answer is not Ann's session: ${JSON.stringify(told)}`)
}
