import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { freePorts } from '@latchkey/test-support/processes/ports.mjs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readDemoPorts } from './demo-ports.mjs'

const server = createServer()
let usedPort: number
let env: Record<string, string>

beforeEach(async () => {
  const [app, provider, inbox, smtp] = await freePorts(4)
  env = { PORT: `${app}`, PROVIDER_PORT: `${provider}`, INBOX_PORT: `${inbox}`, SMTP_PORT: `${smtp}` }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  usedPort = (server.address() as AddressInfo).port
})

afterEach(() => new Promise((resolve) => server.close(resolve)))

it('reads the four ports', async () => {
  const { PORT, PROVIDER_PORT, INBOX_PORT, SMTP_PORT } = env
  const ports = {
    app: Number(PORT),
    provider: Number(PROVIDER_PORT),
    inbox: Number(INBOX_PORT),
    smtp: Number(SMTP_PORT),
  }
  expect(await readDemoPorts(env)).toEqual(ports)
})

it.each(['PORT', 'PROVIDER_PORT', 'INBOX_PORT', 'SMTP_PORT'])(
  'names a port that is in use and its variable, %s',
  async (variable) => {
    await expect(readDemoPorts({ ...env, [variable]: `${usedPort}` })).rejects.toThrow(
      new RegExp(
        `^Port ${usedPort} is in use by another program. Choose another port: ${variable}=\\d+ npm start$`,
      ),
    )
  },
)

it('rejects two variables with the same port', async () => {
  await expect(readDemoPorts({ ...env, SMTP_PORT: env.PORT })).rejects.toThrow(
    `PORT and SMTP_PORT are both ${env.PORT}.`,
  )
})

it.each(['abc', '0', '70000', '3000.5'])('rejects %s as a port', async (PORT) => {
  await expect(readDemoPorts({ ...env, PORT })).rejects.toThrow(`PORT is "${PORT}", which is not a port.`)
})
