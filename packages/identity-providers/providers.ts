import { skipWithoutGlewlwyd } from '../../scripts/glewlwyd.mjs'
import { skipWithoutLemonldap } from '../../scripts/lemonldap.mjs'
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
  /** Why it cannot run; `undefined` if it can. `npm test` prints it. */
  readonly skipped?: string | undefined
}

const ALL: readonly ProviderCase[] = [
  { name: 'oidc-provider', start: startOidcProvider, wrongSecret: 'RefreshRejected', revokes: true },
  {
    name: 'Glewlwyd',
    start: startGlewlwyd,
    // It responds to a wrong secret as to a refresh token that has expired.
    wrongSecret: 'TokensExpired',
    revokes: true,
    skipped: skipWithoutGlewlwyd(),
  },
  {
    name: 'LemonLDAP::NG',
    start: startLemonldap,
    wrongSecret: 'RefreshRejected',
    revokes: false,
    skipped: skipWithoutLemonldap(),
  },
]

/** The providers on which each test runs. */
export const PROVIDERS: readonly ProviderCase[] = ALL.filter(({ skipped }) => skipped === undefined)
