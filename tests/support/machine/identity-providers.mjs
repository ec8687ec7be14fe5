import { installGlewlwyd, skipWithoutGlewlwyd } from './glewlwyd.mjs'
import { installLemonldap, skipWithoutLemonldap } from './lemonldap.mjs'

/** Installs the OpenID providers that are missing. Prints why one cannot be installed. */
export async function installIdentityProviders() {
  for (const install of [installGlewlwyd, installLemonldap])
    await install().catch(({ message }) => console.log(message))
}

/**
 * Returns why tests of `tests/identity-providers` are skipped: a line for each provider that is
 * not installed. There are none in continuous integration, where a missing provider is a failure.
 *
 * @returns {string[]}
 */
export function skippedIdentityProviders() {
  return [skipWithoutGlewlwyd(), skipWithoutLemonldap()].filter((line) => line !== undefined)
}
