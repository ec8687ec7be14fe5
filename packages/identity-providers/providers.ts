import { skipWithoutGlewlwyd } from '../../scripts/glewlwyd.mjs'
import { skipWithoutLemonldap } from '../../scripts/lemonldap.mjs'
import { startGlewlwyd } from './servers/glewlwyd.ts'
import type { StartProvider } from './servers/identity-provider.ts'
import { startLemonldap } from './servers/lemonldap.ts'
import { startOidcProvider } from './servers/oidc-provider.ts'

interface ProviderCase {
  readonly name: 'oidc-provider' | 'Glewlwyd' | 'LemonLDAP::NG'
  readonly start: StartProvider
  /** Why it cannot run; `undefined` if it can. `npm test` prints it. */
  readonly skipped?: string | undefined
}

const ALL: readonly ProviderCase[] = [
  { name: 'oidc-provider', start: startOidcProvider },
  { name: 'Glewlwyd', start: startGlewlwyd, skipped: skipWithoutGlewlwyd() },
  { name: 'LemonLDAP::NG', start: startLemonldap, skipped: skipWithoutLemonldap() },
]

/** The providers on which each test runs. */
export const PROVIDERS: readonly ProviderCase[] = ALL.filter(({ skipped }) => skipped === undefined)
