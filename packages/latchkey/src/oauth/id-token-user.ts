import { fromBase64url } from '../crypto/base64url.ts'
import { parseRecord } from '../records/record.ts'

/**
 * Returns whether the ID token of a refresh is of the same user as the previous one: the same
 * issuer, subject and audience. It came directly from the token endpoint, so its signature is not
 * checked again.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#RefreshTokenResponse
 */
export function isOfSameUser(idToken: string, previous: string | undefined): boolean {
  const [now, before] = [claimsOf(idToken), claimsOf(previous)]
  if (now === undefined || before === undefined || typeof now.sub !== 'string') return false
  return now.iss === before.iss && now.sub === before.sub && audienceOf(now) === audienceOf(before)
}

function audienceOf({ aud }: Record<string, unknown>): string {
  return JSON.stringify([aud].flat().map(String).sort())
}

function claimsOf(idToken: string | undefined): Record<string, unknown> | undefined {
  const payload = fromBase64url(idToken?.split('.')[1] ?? '')
  return payload && parseRecord(new TextDecoder().decode(payload))
}
