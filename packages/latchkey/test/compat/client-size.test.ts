import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'

const MAX_BYTES = 3670
/** What `latchkey/client/forms` adds to a page with the client. */
const MAX_FORMS_BYTES = 900

/** Returns the compressed size of modules and all their exports, in bytes, as bundlers send them. */
async function measureSize(...files: string[]): Promise<number> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      rollupOptions: {
        input: files.map((file) => fileURLToPath(new URL(`../../src/${file}`, import.meta.url))),
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const chunks = (output as Rolldown.RolldownOutput).output.filter((part) => part.type === 'chunk')
  return gzipSync(chunks.map(({ code }) => code).join('')).byteLength
}

it('the browser client has at most 3.67 kB, minified and compressed', async () => {
  const size = await measureSize('client/index.ts')
  console.log(`latchkey/client: ${size} bytes minified and compressed`)
  expect(size).toBeLessThanOrEqual(MAX_BYTES)
})

it('the forms add at most 0.9 kB to it', async () => {
  const size =
    (await measureSize('client/index.ts', 'client/forms.ts')) - (await measureSize('client/index.ts'))
  console.log(`latchkey/client/forms: ${size} bytes minified and compressed`)
  expect(size).toBeLessThanOrEqual(MAX_FORMS_BYTES)
})
