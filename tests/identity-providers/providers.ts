import { skipWithout } from '@latchkey/test-support/machine/programs.mjs'
import type { OIDCConfig } from 'latchkey'
import { startGlewlwyd } from './servers/glewlwyd.ts'
import type { StartProvider } from './servers/identity-provider.ts'
import { startLemonldap } from './servers/lemonldap.ts'
import { startOidcProvider } from './servers/oidc-provider.ts'

/** A provider, and how it differs from others. */
interface ProviderCase {
  readonly name: string
  readonly start: StartProvider
  /** What `user.tokens()` throws after the provider rejected the client secret. */
  readonly wrongSecret: 'RefreshRejected' | 'TokensExpired'
  /** Whether it has an endpoint that revokes tokens. */
  readonly revokes: boolean
  /** Whether the refresh token is for offline access, which a sign-out does not end. */
  readonly hasOfflineAccess: boolean
  /** How an application accepts its logout tokens; `undefined` if it sends none. */
  readonly backchannelLogout?: NonNullable<OIDCConfig['backchannelLogout']>
  /** Why it cannot run; `undefined` if it can. `npm test` prints it. */
  readonly skipped?: string | undefined
}

const ALL: readonly ProviderCase[] = [
  {
    name: 'oidc-provider',
    start: startOidcProvider,
    hasOfflineAccess: true,
    wrongSecret: 'RefreshRejected',
    revokes: true,
    backchannelLogout: true,
  },
  {
    name: 'Glewlwyd',
    start: startGlewlwyd,
    hasOfflineAccess: false,
    // It responds to a wrong secret as to a refresh token that has expired.
    wrongSecret: 'TokensExpired',
    revokes: true,
    // Its logout tokens have the `typ` of any JWT.
    backchannelLogout: { allowsUntyped: true },
    skipped: skipWithout('glewlwyd'),
  },
  {
    name: 'LemonLDAP::NG',
    start: startLemonldap,
    hasOfflineAccess: false,
    wrongSecret: 'RefreshRejected',
    revokes: false,
    skipped: skipWithout('lemonldap'),
  },
]

/** The providers on which each test runs. */
export const PROVIDERS: readonly ProviderCase[] = ALL.filter(({ skipped }) => skipped === undefined)
