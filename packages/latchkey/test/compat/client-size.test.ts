import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'

const MAX_BYTES = 3670

/** Returns the compressed size of a module and all its exports, in bytes, as bundlers send it. */
async function measureSize(file: string): Promise<number> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      rollupOptions: {
        input: fileURLToPath(new URL(`../../src/${file}`, import.meta.url)),
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
