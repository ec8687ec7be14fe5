import type { ResolvedRelyingParty } from './relying-party.ts'

/** What a message means. `found` is what the pattern captured, from the client. */
type Explain = (party: ResolvedRelyingParty, found: string) => string

/**
 * The `@simplewebauthn/server` messages that a wrong configuration can cause, and what to change.
 * None quotes the challenge. The others say that a response is malformed.
 */
const MESSAGES: readonly (readonly [RegExp, Explain])[] = [
  [
    /response origin "([^"]*)"/,
    ({ origins }, found) =>
      `it was created at ${quote(found)}, and ${origins.map(quote).join(' or ')} is expected. If users open ` +
      'the application there, set `AUTH_URL`, or add the origin to `relayingParty.origin`',
  ],
  [
    /RP ID hash/,
    ({ id }) =>
      `it is for another relying party ID than ${quote(id)}. Passkeys keep the ID with which they were ` +
      'registered: set `relayingParty.id` to that domain, or let users register again',
  ],
  [
    /response challenge "/,
    () => 'it is for another challenge, which may have expired. Let the user start again',
  ],
  [
    /User verification (?:was )?required/,
    () =>
      'the authenticator did not verify the user by PIN or biometrics. Let the user set one up, or accept ' +
      "such passkeys with `userVerification: 'preferred'` in `authenticationOptions` and in " +
      '`registrationOptions.authenticatorSelection`',
  ],
  [
    /^Unexpected public key alg "(-?\d+)"/,
    (_, found) =>
      `its key has the algorithm ${found}, which was not requested. To accept it, add it to ` +
      '`registrationOptions.supportedAlgorithmIDs`',
  ],
]

/** Returns the meaning of an `@simplewebauthn/server` message, and the value to change. */
export function explainVerification(message: string, party: ResolvedRelyingParty): string | undefined {
  for (const [pattern, explain] of MESSAGES) {
    const match = pattern.exec(message)
    if (match !== null) return explain(party, match[1] ?? '')
  }
  return undefined
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 200))
}
