import { startQuickstart } from '../../tests/e2e/quickstart/application.ts'

/** The pages that a newcomer follows, and the path of the endpoints in the application. */
const FRAMEWORKS = [
  { name: /** @type {const} */ ('next'), title: 'Next.js', basePath: '/api/auth' },
  { name: /** @type {const} */ ('sveltekit'), title: 'SvelteKit', basePath: '/auth' },
  { name: /** @type {const} */ ('solid-start'), title: 'SolidStart', basePath: '/api/auth' },
]

/**
 * Creates an application with each framework's own tool, installs the tarball and all packages of
 * the application with npm, pastes the page "Getting started", checks the types, builds and starts
 * it, and makes requests.
 *
 * @param {string} archive the tarball
 * @param {(title: string) => void} onPassed
 * @throws {Error} with the output of the command that failed, or with the response
 */
export async function tryInApplications(archive, onPassed) {
  for (const { name, title, basePath } of FRAMEWORKS) {
    const page = `docs/start/${name}.md`
    const { url, stop } = await startQuickstart(name, basePath, [{ page }], archive)
    try {
      await expectSignedOut(`${url}${basePath}`)
    } finally {
      await stop()
    }
    onPassed(title)
  }
}

/**
 * Checks that the endpoints respond: a sign-in page with the provider's button, and no session.
 *
 * @param {string} endpoints
 */
async function expectSignedOut(endpoints) {
  const session = await read(`${endpoints}/session`)
  if (session !== 'null') throw new Error(`${endpoints}/session responded with ${session} to a new visitor.`)
  const page = await read(`${endpoints}/signin`)
  if (!page.includes('GitHub')) throw new Error(`${endpoints}/signin does not show the provider:\n${page}`)
}

/** @param {string} url */
async function read(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(20_000) })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url} responded with status ${response.status}:\n${text}`)
  return text
}
