import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const ENTRY = 'virtual:proxy'
/** What `proxy.ts` and `auth.ts` of an application are to a bundler, without its providers. */
const PROXY = `import { Latchkey } from 'latchkey/next'
export const { auth: proxy } = Latchkey({ providers: [] })`

/** Bytes. Each may become smaller; to let one grow takes a reason. */
const MOST = 14_700

let eager: readonly Rolldown.OutputChunk[]

beforeAll(async () => {
  const chunks = await bundle()
  eager = reachedAtOnce(chunks)
  expect(chunks.length).toBeGreaterThan(eager.length)
})

describe('What a proxy loads to read a session', () => {
  it('has no provider, door, page, adapter or mail in it, and no package', () => {
    const modules = eager.flatMap(({ moduleIds }) => moduleIds).map((id) => relative(ROOT, id))
    expect(modules).toContain('packages/latchkey/src/sessions/jwt.ts')
    const unneeded = /^packages\/latchkey\/src\/(actions|adapters|kinds\/(?!load\.ts)|mail|oauth|pages|passkeys|providers)|node_modules\//
    expect(modules.filter((id) => unneeded.test(id))).toEqual([])
  })

  it('is small', () => {
    const size = gzipSync(eager.map(({ code }) => code).join('\n')).length
    console.log(`A proxy loads ${(size / 1000).toFixed(1)} kB of the library (minified, gzip).`)
    expect(size).toBeLessThanOrEqual(MOST)
  })
})

async function bundle(): Promise<Rolldown.OutputChunk[]> {
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
    plugins: [{ name: 'proxy', resolveId: (id) => (id === ENTRY ? id : undefined), load: (id) => (id === ENTRY ? PROXY : undefined) }],
  })
  if (!('output' in output)) throw new TypeError('vite made no single bundle.')
  return output.output.filter((part) => part.type === 'chunk')
}

/** The chunks that are loaded with the entry; the others wait until something asks for them. */
function reachedAtOnce(chunks: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(chunks.filter(({ isEntry }) => isEntry))
  // A set that grows while it is walked: what an import imports is walked too.
  for (const { imports } of reached) {
    for (const name of imports) {
      const chunk = byName.get(name)
      if (chunk !== undefined) reached.add(chunk)
    }
  }
  return [...reached]
}
