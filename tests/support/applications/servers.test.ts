import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../processes/ports.mjs'
import { startExample, startSvelteKit } from './servers.mjs'

it.each([
  ['next', (port: number) => startExample('next', { port })],
  ['sveltekit', (port: number) => startSvelteKit({ folder: '.', port })],
])('does not mistake another server for the one it starts: %s', async (name, start) => {
  const port = await freePort()
  const other = createServer((_, response) => response.end('other'))
  onTestFinished(() => void other.close())
  await once(other.listen(port, '127.0.0.1'), 'listening')
  await expect(start(port)).rejects.toThrow(
    `${name} cannot listen on port ${port}, which another program uses.`,
  )
})
