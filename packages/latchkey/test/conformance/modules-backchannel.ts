import type { LogoutToken } from '@latchkey/test-support/kit/idp.ts'
import type { Case } from './case.ts'
import { KEYS, signJwt } from './keys.ts'
import type { Module } from './module.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const SID = 'session at the provider'

const OPTIONS = { backchannelLogout: true }

/** A sign-in, and a logout token for its session. */
function logout(title: string, token: Case['logoutToken'], isEnded: boolean): Case {
  return {
    title,
    provider: { claims: { sid: SID } },
    options: OPTIONS,
    logoutToken: token,
    observe: ({ logout: result }) => result,
    observed: isEnded ? { status: 200, isEnded } : { status: 400, isEnded },
  }
}

const signedWith =
  (changes: LogoutToken['claims']): Case['logoutToken'] =>
  (claims) =>
    signJwt(
      { ...claims, ...changes },
      { alg: 'RS256', kid: 'first', typ: 'logout+jwt' },
      KEYS.first.privateKey,
    )

const REJECTS = 'Rejects the logout token.'

/** Suffix of the name, what the provider does, what the client must do, and the case. */
const ROWS: readonly (readonly [string, string, string, Case])[] = [
  [
    '',
    'Sends a logout token to the client.',
    'Ends the session.',
    logout('ends the session that a logout token names', signedWith({}), true),
  ],
  [
    '-alg-none',
    'Sends a logout token without a signature.',
    REJECTS,
    logout(
      'rejects a logout token without a signature',
      (claims) => signJwt(claims, { alg: 'none', typ: 'logout+jwt' }, new Uint8Array()),
      false,
    ),
  ],
  [
    '-no-event',
    'Omits `events` from the logout token.',
    REJECTS,
    logout('rejects a logout token without events', signedWith({ events: undefined }), false),
  ],
  [
    '-with-nonce',
    'Adds `nonce` to the logout token.',
    REJECTS,
    logout('rejects a logout token with a nonce', signedWith({ nonce: 'nonce' }), false),
  ],
  [
    '-wrong-alg',
    'Signs the logout token with another algorithm than agreed.',
    REJECTS,
    logout(
      'rejects a logout token with another algorithm',
      (claims) =>
        signJwt(claims, { alg: 'ES256', kid: 'elliptic', typ: 'logout+jwt' }, KEYS.elliptic.privateKey),
      false,
    ),
  ],
  [
    '-wrong-aud',
    'Issues the logout token for another client.',
    REJECTS,
    logout('rejects a logout token for another client', signedWith({ aud: 'another client' }), false),
  ],
  [
    '-wrong-event',
    'Names another event in the logout token.',
    REJECTS,
    logout(
      'rejects a logout token with another event',
      signedWith({ events: { [`${EVENT}ed`]: {} } }),
      false,
    ),
  ],
  [
    '-wrong-iss',
    'Names another issuer in the logout token.',
    REJECTS,
    logout('rejects a logout token of another issuer', signedWith({ iss: 'https://other.test' }), false),
  ],
]

/** The modules of the plan "back-channel logout". */
export const BACK_CHANNEL: readonly Module[] = ROWS.map(([suffix, provider, must, test]) => ({
  module: `oidcc-client-test-rp-backchannel-rpinitlogout${suffix}`,
  plans: ['backChannel'],
  ...{ provider, must, cases: [test] },
}))

/** Returns the claims of a logout token for the session. */
export function logoutClaims({
  issuer,
  clientId,
}: {
  issuer: string
  clientId: string
}): LogoutToken['claims'] {
  const now = Math.floor(Date.now() / 1000)
  const ids = { sub: 'ann', sid: SID, jti: crypto.randomUUID() }
  return { iss: issuer, aud: clientId, iat: now, exp: now + 120, ...ids, events: { [EVENT]: {} } }
}
