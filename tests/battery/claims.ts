type Claims = Readonly<Record<string, unknown>>

/**
 * Overrides claims: `null` removes one, and `now+60` and `now-60` are times in seconds since the
 * epoch.
 */
export function overrideClaims(claims: Claims, changes: Claims = {}): Record<string, unknown> {
  const all = Object.entries({ ...claims, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(all.map(([name, value]) => [name, toTime(value) ?? value]))
}

/** Returns the current time in seconds since the epoch. */
export function currentTime(): number {
  return Math.floor(Date.now() / 1000)
}

function toTime(value: unknown): number | undefined {
  const [, seconds] = (typeof value === 'string' && /^now([+-]\d+)$/.exec(value)) || []
  return seconds === undefined ? undefined : currentTime() + Number(seconds)
}
