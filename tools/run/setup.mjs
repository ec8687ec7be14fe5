import { installBrowser } from '../../tests/support/machine/browser.mjs'
import { installDatabaseServers } from '../../tests/support/machine/database-servers.mjs'
import { installIdentityProviders } from '../../tests/support/machine/identity-providers.mjs'
import { installNginx } from '../../tests/support/machine/nginx.mjs'
import { isMain } from '../../tests/support/processes/workspace.mjs'
import { installDependencies, requireNode } from './dependencies.mjs'

/**
 * Installs what is missing to build and run everything. Prints nothing when nothing is missing.
 *
 * @throws {Error} that says what to do
 */
export async function setUp() {
  await installDependencies()
  requireNode()
}

/**
 * Also installs what is missing for the tests: the browser, nginx, Redis, PostgreSQL,
 * MariaDB, Glewlwyd and LemonLDAP::NG.
 *
 * @throws {Error} that says what to do
 */
export async function setUpForTests() {
  await setUp()
  await installBrowser()
  await installNginx()
  await installDatabaseServers()
  await installIdentityProviders()
}

if (isMain(import.meta.url)) {
  await setUpForTests().catch((error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
