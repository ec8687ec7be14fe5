import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

/** The configuration of the page, with the sources of the library in place of the built files. */
const CONFIG = `
import { mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

// Without \`import\`: packages that call \`require\` would get an ES module.
const conditions = ['@latchkey/source', 'node', 'module']
const resolve = { conditions, externalConditions: conditions }
export default mergeConfig(config, { resolve: { conditions }, ssr: { resolve } })
`
/** As in an application on Next.js. */
const COMPILER_OPTIONS = { jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler', strict: true }

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly message: string
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[]
  }[]
}

/** The files of the page "Test your application". */
let page: PageFiles

beforeAll(async () => {
  page = await writePageFiles('guides/testing')
  await writeFile(join(page.folder, 'source.config.ts'), CONFIG)
  await writeFile(join(page.folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }))
})
afterAll(() => page.remove())

it('the tests that the page shows pass', async () => {
  const args = ['run', '--root', page.folder, '--config', 'source.config.ts', '--reporter', 'json']
  const report = join(page.folder, 'report.json')
  // Without the variables of this runner, as in a terminal. The program fails if a test does.
  const options = { cwd: page.folder, env: { PATH: process.env.PATH } }
  const run = promisify(execFile)(process.execPath, [VITEST, ...args, '--outputFile', report], options)
  await run.catch((error: { code: unknown }) => expect(error.code).toBe(1))
  const { testResults }: Report = JSON.parse(await readFile(report, 'utf8'))
  const outcomes = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.slice(page.folder.length + 1)
    if (assertionResults.length === 0) return [`${file}: ${message}`]
    return assertionResults.map(({ title, status }) => `${file}: ${title}: ${status}`)
  })
  expect(outcomes.sort()).toEqual([
    'test/core.test.ts: the session endpoint returns the user: passed',
    'test/database.test.ts: a stored session belongs to its user: passed',
    'test/email.test.ts: the link in the e-mail signs the user in: passed',
    'test/express.test.ts: the account belongs to the signed-in user: passed',
    'test/express.test.ts: the account requires a session: passed',
    'test/express.test.ts: the user signs out: passed',
    'test/greeting.test.tsx: the greeting asks signed-out visitors to sign in: passed',
    'test/greeting.test.tsx: the greeting contains the name of the user: passed',
    'test/orders.test.ts: a session ends after 30 days: passed',
    'test/orders.test.ts: a session with much data needs several cookies: passed',
    'test/orders.test.ts: orders belong to the signed-in user: passed',
    'test/orders.test.ts: orders require a session: passed',
    'test/sign-in.test.ts: a test user signs in: passed',
    'test/sign-in.test.ts: a wrong password leads back to the sign-in page: passed',
  ])
}, 60_000)
