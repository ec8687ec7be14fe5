import { execFile } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const text = ['adapters', 'write-an-adapter']
  .map((page) => readFileSync(join(root, `docs/databases/${page}.md`), 'utf8'))
  .join('\n')

/**
 * An application with the library and the page's files. Each code block's first line names its
 * file.
 */
// The temporary folder is a link on macOS, and has a short name on Windows.
const application = realpathSync.native(mkdtempSync(join(tmpdir(), 'latchkey-docs-')))

/** Links a folder. A junction needs no administrator on Windows; other systems ignore the type. */
const link = (target: string, path: string): void => symlinkSync(target, path, 'junction')

beforeAll(() => {
  mkdirSync(join(application, 'node_modules'))
  link(join(root, 'packages/latchkey'), join(application, 'node_modules/latchkey'))
  for (const name of ['@types', 'undici-types', 'next'])
    link(join(root, 'node_modules', name), join(application, 'node_modules', name))
  writeFileSync(join(application, 'package.json'), '{ "type": "module" }')
  for (const [, name = '', code = ''] of text.matchAll(/```ts\n\/\/ (\S+)\n(.*?)```/gs))
    writeFileSync(join(application, name), code)
})

afterAll(() => rmSync(application, { recursive: true }))

it('the pages about adapters contain code that compiles', async () => {
  const compilerOptions = {
    ...{
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'nodenext',
      types: ['node'],
      noEmit: true,
      strict: true,
    },
    ...{
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
      customConditions: ['@latchkey/source'],
    },
    ...{ jsx: 'react-jsx', jsxImportSource: 'preact' },
  }
  const files = ['auth.ts', 'member-adapter.ts', 'member-adapter.test.ts']
  writeFileSync(join(application, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const args = [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', application]
  const outcome = await run(process.execPath, args).catch((error) => error)
  expect(outcome.stdout).toBe('')
}, 20_000)

it('docs/databases/write-an-adapter.md contains an adapter that passes the adapter suite', async () => {
  const args = [
    '--conditions=@latchkey/source',
    '--test-reporter=tap',
    join(application, 'member-adapter.test.ts'),
  ]
  const { stdout } = await run(process.execPath, args, { env: { PATH: process.env.PATH } }).catch(
    (error) => error,
  )
  expect(stdout).toContain('# fail 0\n')
  expect(Number(/# pass (\d+)/.exec(stdout)?.[1])).toBeGreaterThan(12)
}, 20_000)
