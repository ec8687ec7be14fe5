import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadedAtFirst } from '../../../../scripts/loaded-at-first.mjs'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const ENTRY = 'virtual:entry'
/** What `proxy.ts` and `auth.ts` of an application are to a bundler, without its providers. */
const PROXY = `import { Latchkey } from 'latchkey/next'
export const { auth: proxy } = Latchkey({ providers: [] })`

/** Bytes. Each may become smaller; to let one grow takes a reason. */
const MOST = 14_700

/** What else a server imports, and the most of bytes that it loads at first. */
const SERVERS = [
  ['to read a session', `export { getToken } from 'latchkey/jwt'`, 4_100],
  [
    'with one provider',
    `import { createAuth } from 'latchkey'
import GitHub from 'latchkey/providers/github'
export const auth = createAuth({ providers: [GitHub] })`,
    13_600,
  ],
] as const

let eager: readonly Rolldown.OutputChunk[]

beforeAll(async () => {
  const chunks = await bundle(PROXY)
  eager = loadedAtFirst(chunks)
  expect(chunks.length).toBeGreaterThan(eager.length)
})

describe('What a proxy loads to read a session', () => {
  it('has no provider, door, page, adapter or mail in it, and no package', () => {
    const modules = eager.flatMap(({ moduleIds }) => moduleIds).map((id) => relative(ROOT, id))
    expect(modules).toContain('packages/latchkey/src/sessions/jwt.ts')
    const unneeded =
      /^packages\/latchkey\/src\/(endpoints|request\/(?:handle|respond|explain|routes|raw)|adapters|methods\/(?!load\.ts)|sign-in|mail|oauth|pages|providers)|node_modules\//
    expect(modules.filter((id) => unneeded.test(id))).toEqual([])
  })

  it('is small', () => {
    expect(sizeOf(eager, 'a proxy')).toBeLessThanOrEqual(MOST)
  })
})

describe('What a server loads at first', () => {
  it.each(SERVERS)('is small: %s', async (what, code, most) => {
    expect(sizeOf(loadedAtFirst(await bundle(code)), what)).toBeLessThanOrEqual(most)
  })
})

function sizeOf(chunks: readonly Rolldown.OutputChunk[], what: string): number {
  const size = gzipSync(chunks.map(({ code }) => code).join('\n')).length
  console.log(`${what}: ${size} bytes of the library, minified and compressed`)
  return size
}

async function bundle(entry: string): Promise<Rolldown.OutputChunk[]> {
  const conditions = ['@latchkey/source', 'node', 'import', 'module', 'default']
  const output = await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    resolve: { conditions },
    ssr: { noExternal: true, resolve: { conditions } },
    build: {
      ssr: true,
      write: false,
      minify: true,
      target: 'es2023',
      rolldownOptions: { input: ENTRY, external: [/^next\//, 'react', /^node:/] },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? entry : undefined),
      },
    ],
  })
  if (!('output' in output)) throw new TypeError('vite made no single bundle.')
  return output.output.filter((part) => part.type === 'chunk')
}
