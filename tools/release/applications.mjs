import { startQuickstart } from '../../tests/e2e/quickstart/application.ts'

/** The pages "Getting started", and the path of the endpoints in the application. */
const FRAMEWORKS = [
  { name: /** @type {const} */ ('next'), basePath: '/api/auth' },
  { name: /** @type {const} */ ('sveltekit'), basePath: '/auth' },
  { name: /** @type {const} */ ('solid-start'), basePath: '/api/auth' },
]

/**
 * Creates an application with each framework's own tool, installs the tarball and all packages of
 * the application with npm, pastes the page "Getting started", checks the types, builds and starts
 * it, and requests the session and the sign-in page.
 *
 * @param {string} archive the tarball
 * @throws {Error} with the output of the command that failed, or with the response
 */
export async function tryInApplications(archive) {
  for (const { name, basePath } of FRAMEWORKS) {
    const page = `docs/start/${name}.md`
    const { url, stop } = await startQuickstart(name, basePath, [{ page }], { archive })
    try {
      await expectText(`${url}${basePath}/session`, /^null$/)
      await expectText(`${url}${basePath}/signin`, /GitHub/)
    } finally {
      await stop()
    }
  }
}

/**
 * @param {string} url
 * @param {RegExp} expected
 */
async function expectText(url, expected) {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  const text = await response.text()
  if (response.status !== 200 || !expected.test(text))
    throw new Error(`${url} responded with status ${response.status}:\n${text}`)
}
