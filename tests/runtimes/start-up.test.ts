import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const DIST = fileURLToPath(new URL('../../packages/latchkey/dist/', import.meta.url))

/** Records the modules of the library that a program loads, in their order. */
const WATCH = `
import { registerHooks } from 'node:module'
const read = []
registerHooks({
  load(url, context, next) {
    const [, file] = url.split('/packages/latchkey/dist/')
    if (file) read.push(file)
    return next(url, context)
  },
})
`

async function filesRead(program: string): Promise<string[]> {
  const code = `${WATCH}\n${program}\nconsole.log(JSON.stringify(read))\nprocess.exit()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: import.meta.dirname,
  })
  return JSON.parse(stdout) as string[]
}

/** Returns the modules of `src/` in these files, from their source maps. */
async function modulesIn(files: readonly string[]): Promise<string[]> {
  const maps = await Promise.all(
    files.map((file) => readFile(`${DIST}${file}.map`, 'utf8').catch(() => '{"sources":[]}')),
  )
  return maps
    .flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources)
    .map((source) => source.replace(/^(?:\.\.\/)+src\//, ''))
}

const START = `
const { createAuth } = await import('latchkey')
const { default: GitHub } = await import('latchkey/providers/github')
const providers = [GitHub({ clientId: 'id', clientSecret: 'secret' })]
const auth = createAuth({ secret: 'x'.repeat(32), trustHost: true, providers })`

/** What reading a session does not need. */
const needless =
  /^request\/(?:handle|respond|explain|routes|raw)\.ts|^(?:endpoints|sign-in|tokens|adapters|icons|mail|oauth|pages)\/|^methods\/(?!load\.ts)/

it('starting a server loads few files of the library', async () => {
  expect((await filesRead(START)).length).toBeLessThanOrEqual(5)
})

it('the first session read loads no endpoint, page, sign-in method or adapter', async () => {
  const before = await filesRead(START)
  const after = await filesRead(
    `${START}\nawait auth.session({ headers: new Headers({ host: 'localhost' }) })`,
  )
  expect(after.length - before.length).toBeLessThanOrEqual(2)
  const modules = await modulesIn(after)
  expect(modules).toContain('sessions/jwt/jwt.ts')
  expect(modules.filter((module) => needless.test(module))).toEqual([])
})

it('a server of Node.js that reads a session loads no endpoint, page or sign-in method', async () => {
  const read = await filesRead(`const { Latchkey } = await import('latchkey/node')
const { auth } = Latchkey({ secret: 'x'.repeat(32), trustHost: true, providers: [] })
await auth({ headers: { host: 'localhost' }, socket: {}, url: '/' })`)
  const modules = await modulesIn(read)
  expect(modules).toContain('sessions/jwt/jwt.ts')
  expect(modules.filter((module) => needless.test(module))).toEqual([])
})

it('getToken loads only what it needs', async () => {
  const read = await filesRead(`const { getToken } = await import('latchkey/jwt')
await getToken({ req: { headers: new Headers() }, secret: 'x'.repeat(32) })`)
  expect(read.length).toBeLessThanOrEqual(3)
  const modules = await modulesIn(read)
  expect(modules).toContain('crypto/sealed.ts')
  // The options `store` and `origin` need the keys of ended sessions and the audience, and a
  // variable sets the prefix of the cookie. One-time tokens are loaded with the first of them.
  const needless =
    /^(?:config\/(?!cookies|env\.ts)|persistence|log|integration|request|methods|sessions\/(?!ending\/(?:check-token|revocation)|jwt\/(?:audience|required-secrets)|one-time\/tokens)|http\/public-base)/
  expect(modules.filter((module) => needless.test(module))).toEqual([])
})

it('importing a provider loads only its own file', async () => {
  expect(await filesRead(`await import('latchkey/providers/discord')`)).toEqual(['providers/discord.js'])
})

it.each(['node', 'web'])(
  'the cryptography module of a runtime imports no other file and declares no error class: %s',
  async (runtime) => {
    const code = await readFile(`${DIST}crypto/crypto.${runtime}.js`, 'utf8')
    expect(code).not.toMatch(/\bfrom ["'][.#]/)
    // An error class that exists twice would break `instanceof` in applications.
    expect(code).not.toMatch(/extends \w*Error/)
  },
)

it('starting a server does not load `node:crypto`, but the first request does', async () => {
  const loaded = `process.moduleLoadList.includes('NativeModule crypto')`
  const { stdout } = await run(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      [
        START,
        `console.log(${loaded})`,
        `new Request('https://app.test')`,
        `console.log(${loaded})`,
        'process.exit()',
      ].join('\n'),
    ],
    {
      cwd: import.meta.dirname,
    },
  )
  expect(stdout.trim()).toBe('false\ntrue')
})
