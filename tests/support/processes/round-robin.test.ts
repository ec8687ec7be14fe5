import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startRoundRobin } from './round-robin.mjs'

const stopping: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stopping.splice(0).reverse()) await stop()
})

/** Starts servers behind the proxy. @returns the origin of the proxy */
async function startProxy(...listeners: ((req: IncomingMessage, res: ServerResponse) => void)[]) {
  const ports = await Promise.all(
    listeners.map(async (listener) => {
      const server = createServer(listener)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      stopping.push(() => server.close())
      return (server.address() as AddressInfo).port
    }),
  )
  const { port, stop } = await startRoundRobin({ ports })
  stopping.push(stop)
  return { origin: `http://127.0.0.1:${port}`, ports }
}

it('takes the servers in turn', async () => {
  const { origin } = await startProxy(
    ...['a', 'b', 'c'].map((name) => (_: unknown, res: ServerResponse) => void res.end(name)),
  )
  const names: string[] = []
  for (let index = 0; index < 4; index++) names.push(await (await fetch(origin)).text())
  expect(names).toEqual(['a', 'b', 'c', 'a'])
})

it('passes on the method, the host, the body and several cookies', async () => {
  const { origin } = await startProxy((req, res) => {
    res.setHeader('set-cookie', ['a=1', 'b=2'])
    res.setHeader('x-seen', `${req.method} ${req.headers.host} ${req.url}`)
    req.pipe(res.writeHead(201))
  })
  const response = await fetch(`${origin}/path?q=1`, { method: 'PUT', body: 'text' })
  expect({
    status: response.status,
    seen: response.headers.get('x-seen'),
    cookies: response.headers.getSetCookie(),
    body: await response.text(),
  }).toEqual({
    status: 201,
    seen: `PUT ${new URL(origin).host} /path?q=1`,
    cookies: ['a=1', 'b=2'],
    body: 'text',
  })
})

it('replaces what the client says about proxies in front of it', async () => {
  const { origin } = await startProxy((req, res) => {
    const { 'x-forwarded-for': client, 'x-forwarded-host': host, 'x-forwarded-proto': protocol } = req.headers
    res.end(JSON.stringify({ client, host, protocol }))
  })
  const headers = {
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'https',
  }
  const { host } = new URL(origin)
  expect(await (await fetch(origin, { headers })).json()).toEqual({
    client: '127.0.0.1',
    host,
    protocol: 'http',
  })
})

it('sends the start of a response before the server has sent the rest', async () => {
  let finish = (): void => {}
  const { origin } = await startProxy((_, res) => {
    res.write('start')
    finish = () => res.end(' end')
  })
  const reader = (await fetch(origin)).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('start')
  finish()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe(' end')
})

it('responds with 502 for a server that does not respond', async () => {
  const { origin, ports } = await startProxy((req) => void req.socket.destroy())
  const response = await fetch(origin)
  expect([response.status, await response.text()]).toEqual([
    502,
    `The server on port ${ports[0]} did not respond.\n`,
  ])
})
