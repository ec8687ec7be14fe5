import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { loadedAtFirst } from '@latchkey/test-support/applications/loaded-at-first.mjs'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const ENTRY = 'virtual:entry'
/** The `proxy.ts` and `auth.ts` of an application, without providers. */
const PROXY = `import { Latchkey } from 'latchkey/next'
export const { auth: proxy } = Latchkey({ providers: [] })`

/**
 * In bytes. A limit may be lowered at any time; raising it needs a reason. The last one: a proxy must know
 * whether the endpoint `account` is on, because applications may have a page there.
 */
const MAX_PROXY_BYTES = 16_800

/** Other imports of a server, and the bytes that it may load at first. */
const SERVERS = [
  { name: 'getToken', code: `export { getToken } from 'latchkey/jwt'`, maxBytes: 4_700 },
  {
    name: 'one provider',
    code: `import { createAuth } from 'latchkey'
import GitHub from 'latchkey/providers/github'
export const auth = createAuth({ providers: [GitHub] })`,
    maxBytes: 15_500,
  },
]

/** What a proxy does not load: beginnings of paths in `src/`, as parts of a regular expression. */
const UNNEEDED = [
  'errors/(?!auth-error|callbacks|credentials|request|session)',
  'async/(?!awaitable)',
  'config/checks',
  'persistence/(?:bounded|failed)',
  'log/repeated',
  'endpoints',
  'request/(?:handle|respond|explain|routes|raw)',
  'adapters',
  'methods|sign-in|tokens|mail|oauth|pages|providers|user|logout',
  '(?:integration|next)/current-user',
]

let eager: readonly Rolldown.OutputChunk[]

beforeAll(async () => {
  const chunks = await bundle(PROXY)
  eager = loadedAtFirst(chunks)
  expect(chunks.length).toBeGreaterThan(eager.length)
})

describe('the modules that a Next.js proxy loads at first', () => {
  // proves TOK-10
  it('contain only what checking a session needs', () => {
    const modules = eager
      .flatMap(({ moduleIds }) => moduleIds)
      .map((id) => relative(ROOT, id).replaceAll('\\', '/'))
    expect(modules).toContain('packages/latchkey/src/sessions/jwt/jwt.ts')
    const unneeded = new RegExp(`^packages/latchkey/src/(${UNNEEDED.join('|')})|node_modules/`)
    expect(modules.filter((id) => unneeded.test(id))).toEqual([])
  })

  it('stay below their size limit', () => {
    expect(measureSize(eager, 'a proxy')).toBeLessThanOrEqual(MAX_PROXY_BYTES)
  })
})

describe('the modules that a server loads at first', () => {
  it.each(SERVERS)('stay below their size limit with $name', async ({ name, code, maxBytes }) => {
    expect(measureSize(loadedAtFirst(await bundle(code)), name)).toBeLessThanOrEqual(maxBytes)
  })
})

function measureSize(chunks: readonly Rolldown.OutputChunk[], name: string): number {
  const size = gzipSync(chunks.map(({ code }) => code).join('\n')).length
  console.log(`${name}: ${size} bytes of the library, minified and compressed`)
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
  if (!('output' in output)) throw new TypeError('Vite returned several bundles or none.')
  return output.output.filter((part) => part.type === 'chunk')
}
