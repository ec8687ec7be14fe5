import { fromBase64url } from '../crypto/base64url.ts'
import { parseRecord } from '../records/record.ts'

/** `unknown`: one of the ID tokens does not say, or the new one is for another client. */
export type ComparedUser = 'same' | 'other' | 'unknown'

/**
 * Compares the user of a refresh's ID token with that of the previous one. The ID token came
 * directly from the token endpoint, so its signature is not checked again.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse
 */
export function compareUser(idToken: string | undefined, previous: string | undefined): ComparedUser {
  const [now, before] = [decodeClaims(idToken), decodeClaims(previous)]
  if (isDifferent(now.sub, before.sub) || isDifferent(now.iss, before.iss)) return 'other'
  const isSame = now.sub !== undefined && now.sub === before.sub && now.iss === before.iss
  return isSame && joinAudience(now) === joinAudience(before) ? 'same' : 'unknown'
}

/** Returns whether both are known. */
function isDifferent(now: unknown, before: unknown): boolean {
  return typeof now === 'string' && typeof before === 'string' && now !== before
}

function joinAudience({ aud }: Record<string, unknown>): string {
  return JSON.stringify([aud].flat().map(String).sort())
}

function decodeClaims(idToken: string | undefined): Record<string, unknown> {
  const payload = fromBase64url(idToken?.split('.')[1] ?? '')
  return (payload && parseRecord(new TextDecoder().decode(payload))) ?? {}
}
