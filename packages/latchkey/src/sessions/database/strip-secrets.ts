import { isRecord } from '../../records/record.ts'

/** Names of tokens, keys and codes, as words in snake case. */
const TOKEN_NAME =
  /(?:^|_)(?:tokens?(?:_(?:hash|encrypted|value))?|(?:api|access|signing|encryption)_?keys?|pats?)$|(?:^|_)(?:pw|(?:mfa|2fa|wallet|hd)_?seed|(?:magic|login|sign_?in|verification|confirmation|sms|email|one_?time|mfa|2fa|security)_?(?:code|answer))(?:_|$)|^(?:pin|seed|mnemonic|seed_?phrase)$/

type Json = Readonly<Record<string, unknown>>

/** Returns whether a name is a token's, which a callback may also send on purpose. */
export function isTokenName(words: string): boolean {
  return TOKEN_NAME.test(words)
}

/**
 * Returns a session without the stored user's tokens, where the callback passed the whole user on
 * or a copy of it. A token that the callback picked stays: pages of Auth.js applications call APIs
 * with it.
 *
 * @param session as JSON
 * @param user as JSON
 * @param isToken returns whether a member is a token
 * @param removed receives the names of the removed members
 */
export function withoutPassedTokens<T>(
  session: T,
  user: Json,
  isToken: (name: string, value: unknown) => boolean,
  removed: Set<string>,
): T {
  const facts = Object.entries(user).filter(([name, value]) => !isToken(name, value))
  const known = new Set<string>()
  const isWhole = (part: Json): boolean =>
    facts.every(([name, value]) => JSON.stringify(part[name]) === JSON.stringify(value))
  const collect = (part: unknown): void => {
    for (const [name, value] of listEntries(part)) {
      if (isToken(name, value)) known.add(JSON.stringify([name, value]))
      else collect(value)
    }
  }
  const copy = (part: unknown, isInUser: boolean): unknown => {
    if (Array.isArray(part)) return part.map((entry) => copy(entry, isInUser))
    if (!isRecord(part)) return part
    const isPassed = isInUser || isWhole(part)
    const kept = Object.entries(part).filter(([name, value]) => {
      const isRemoved = isPassed && isToken(name, value) && known.has(JSON.stringify([name, value]))
      if (isRemoved) removed.add(name)
      return !isRemoved
    })
    return Object.fromEntries(kept.map(([name, value]) => [name, copy(value, isPassed)]))
  }
  collect(user)
  return copy(session, false) as T
}

function listEntries(part: unknown): [string, unknown][] {
  return typeof part === 'object' && part !== null ? Object.entries(part) : []
}
