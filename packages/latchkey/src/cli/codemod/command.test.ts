import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '@latchkey/test-support/processes/workspace.mjs'
import { afterAll, describe, expect, it } from 'vitest'
import type { Output } from '../output.ts'
import { codemod } from './command.ts'

const LIBRARY = { version: '0.1.0', folder: join(root, 'packages', 'latchkey') }
const folders: string[] = []

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

const PACKAGE = JSON.stringify({ dependencies: { 'next-auth': '5.0.0-beta.32' } })
const AUTH = `import NextAuth from 'next-auth'
import GitHub from 'next-auth/providers/github'
export const { auth, handlers } = NextAuth({ providers: [GitHub] })
`

function createFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-codemod-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Returns a folder with committed files. */
function createRepository(files: Record<string, string>): string {
  const folder = createFolder(files)
  const git = (...args: string[]): Buffer =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
  git('init', '-q')
  git('add', '-A')
  git('commit', '-q', '-m', 'first')
  return folder
}

async function run(folder: string, options: Parameters<typeof codemod>[0] = {}) {
  const printed: string[] = []
  const output = {
    print: (text: string) => printed.push(text),
    note: (text: string) => printed.push(text),
    progress: () => undefined,
  } as unknown as Output
  const exitCode = await codemod(options, { folder, output, library: LIBRARY })
  return { exitCode, printed: printed.join('\n') }
}

function read(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

// proves VER-1
describe('latchkey codemod authjs', () => {
  it('moves the application and says what to run next', async () => {
    const folder = createRepository({ 'package.json': PACKAGE, 'auth.ts': AUTH, 'pnpm-lock.yaml': '' })
    const { exitCode, printed } = await run(folder)
    expect(exitCode).toBe(0)
    expect(read(folder, 'auth.ts')).toBe(`import { Latchkey } from 'latchkey/next'
import GitHub from 'latchkey/providers/github'
export const { auth, handlers } = Latchkey({ cookiePrefix: 'authjs', providers: [GitHub] })
`)
    expect(JSON.parse(read(folder, 'package.json'))).toEqual({ dependencies: { latchkey: '^0.1.0' } })
    expect(printed).toContain('Moved 2 files')
    expect(printed).toContain('pnpm install')
  })

  it('changes nothing in a second run', async () => {
    const folder = createRepository({ 'package.json': PACKAGE, 'auth.ts': AUTH })
    await run(folder)
    const { exitCode, printed } = await run(folder, { force: true })
    expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: 'Nothing to move.' })
  })

  it('only lists the files with --check, and exits with 1', async () => {
    const folder = createRepository({ 'package.json': PACKAGE, 'auth.ts': AUTH })
    const { exitCode, printed } = await run(folder, { check: true })
    expect(exitCode).toBe(1)
    expect(printed).toContain('auth.ts')
    expect(read(folder, 'auth.ts')).toBe(AUTH)
    await run(folder)
    expect(await run(folder, { check: true })).toEqual({ exitCode: 0, printed: 'Nothing to move.' })
  })

  it('reports what is left with file and line', async () => {
    const folder = createRepository({
      'package.json': PACKAGE,
      'auth.ts': AUTH.replace('[GitHub]', '[GitHub],\n  cookies: { state: { name: "s" } }'),
    })
    expect((await run(folder)).printed).toMatch(/auth\.ts:4 {2}`cookies\.state` has no effect/)
  })

  it('prints JSON', async () => {
    const folder = createRepository({ 'package.json': PACKAGE, 'auth.ts': AUTH })
    const { printed } = await run(folder, { json: true })
    expect(JSON.parse(printed)).toEqual({
      changed: ['auth.ts', 'package.json'],
      findings: [],
      notes: [],
      install: 'npm install',
    })
  })

  it('reads every file that Git does not ignore, in any folder', async () => {
    const folder = createRepository({
      '.gitignore': 'out\n',
      'package.json': PACKAGE,
      'src/build/auth.cjs': "require('next-auth/jwt')",
      '.storybook/main.cts': "import 'next-auth/react'",
      'out/auth.ts': AUTH,
    })
    await run(folder)
    expect(read(folder, 'src/build/auth.cjs')).toBe("require('latchkey/jwt')")
    expect(read(folder, '.storybook/main.cts')).toBe("import 'latchkey/react'")
    expect(read(folder, 'out/auth.ts')).toBe(AUTH)
  })

  it('keeps uncommitted work unless --force is passed', async () => {
    const folder = createRepository({ 'package.json': PACKAGE, 'auth.ts': AUTH })
    writeFileSync(join(folder, 'auth.ts'), `${AUTH}// work in progress\n`)
    await expect(run(folder)).rejects.toThrow(/auth\.ts has changes that are not committed.*--force/s)
    expect(read(folder, 'package.json')).toBe(PACKAGE)
    await run(folder, { force: true })
    expect(read(folder, 'auth.ts')).toContain('latchkey/next')
  })

  it('asks for a Git repository unless --force is passed', async () => {
    const folder = createFolder({ 'package.json': PACKAGE, 'auth.ts': AUTH })
    await expect(run(folder)).rejects.toThrow(/not in a Git repository.*--force/s)
    await run(folder, { force: true })
    expect(read(folder, 'auth.ts')).toContain('latchkey/next')
  })

  it.each(['^4.24.7', '4.24.11', '~4.20', '>=4', 'latest'])('refuses NextAuth.js 4: %s', async (range) => {
    const folder = createRepository({
      'package.json': JSON.stringify({ dependencies: { 'next-auth': range } }),
      'auth.ts': AUTH,
    })
    await expect(run(folder)).rejects.toThrow(/package\.json: `next-auth` is version 4/)
    expect(read(folder, 'auth.ts')).toBe(AUTH)
  })

  it('asks the installed package for its version', async () => {
    const folder = createRepository({
      '.gitignore': 'node_modules\n',
      'package.json': JSON.stringify({ dependencies: { 'next-auth': 'catalog:' } }),
      'node_modules/next-auth/package.json': JSON.stringify({ version: '4.24.11' }),
      'auth.ts': AUTH,
    })
    await expect(run(folder)).rejects.toThrow(/version 4/)
  })

  it('moves every package of a monorepo, and names the lines of a catalog', async () => {
    const folder = createRepository({
      'pnpm-workspace.yaml': 'packages:\n  - apps/*\ncatalog:\n  next-auth: 5.0.0-beta.32\n',
      'package.json': '{}',
      'apps/web/package.json': JSON.stringify({ dependencies: { 'next-auth': 'catalog:' } }),
      'packages/auth/package.json': JSON.stringify({ peerDependencies: { 'next-auth': '>=5.0.0-beta.1' } }),
      'packages/auth/index.ts': AUTH,
    })
    const { printed } = await run(folder)
    expect(JSON.parse(read(folder, 'apps/web/package.json')).dependencies).toEqual({ latchkey: '^0.1.0' })
    expect(JSON.parse(read(folder, 'packages/auth/package.json')).peerDependencies).toEqual({
      latchkey: '^0.1.0',
    })
    expect(read(folder, 'packages/auth/index.ts')).toContain('latchkey/next')
    expect(printed).toMatch(/pnpm-workspace\.yaml:4 {2}.*next-auth/)
  })

  it('reports that it found no Auth.js code', async () => {
    const folder = createRepository({ 'package.json': '{}' })
    expect(await run(folder)).toEqual({ exitCode: 0, printed: 'Nothing to move.' })
  })
})
