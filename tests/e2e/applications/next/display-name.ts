const MAX_NAME_LENGTH = 60

/**
 * Returns the new display name in `{ user: { name } }`, or `undefined`. A browser may send
 * anything, so the name is checked here.
 */
export function readName(data: { user?: { name?: unknown } } | null | undefined): string | undefined {
  const name = data?.user?.name
  if (typeof name !== 'string') return undefined
  const trimmed = name.trim()
  return trimmed.length > 0 && trimmed.length <= MAX_NAME_LENGTH ? trimmed : undefined
}
