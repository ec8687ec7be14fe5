import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import express from 'express'
import { type NodeRequest, type NodeResponse, sendWebResponse, toWebRequest } from 'latchkey/node'
import { describe, expect, it, vi } from 'vitest'
import {
  openAndDisconnect,
  PROTOCOLS,
  type Protocol,
  type RunningServer,
  sendIncomplete,
  sendRaw,
  serve,
  started,
} from './servers.ts'

type Respond = (request: Request, req: NodeRequest, res: NodeResponse) => Response | Promise<Response>

/** Starts a server that converts requests and responses, and collects its errors. */
async function convertWith(
  protocol: Protocol,
  respond: Respond,
): Promise<RunningServer & { readonly errors: unknown[] }> {
  const errors: unknown[] = []
  const server = await serve(protocol, async (req, res) => {
    try {
      await sendWebResponse(res, await respond(toWebRequest(req, res), req, res))
    } catch (error) {
      errors.push(error)
      if (!res.headersSent) res.statusCode = 500
      res.end()
    }
  })
  return { ...server, errors }
}

/** Returns a body of endless zeros, and what became of it. */
function endlessBody(): { stream: ReadableStream; chunks: () => number; isCancelled: () => boolean } {
  let count = 0
  let isCancelled = false
  const stream = new ReadableStream({
    pull(controller) {
      count += 1
      controller.enqueue(new Uint8Array(64 * 1024))
    },
    cancel() {
      isCancelled = true
    },
  })
  return { stream, chunks: () => count, isCancelled: () => isCancelled }
}

describe.for(PROTOCOLS)('the conversion of requests over %s', (protocol) => {
  it('keeps method, path, query, host and headers', async () => {
    const server = await convertWith(protocol, async (request) =>
      Response.json({
        method: request.method,
        url: request.url,
        host: request.headers.get('host'),
        cookie: request.headers.get('cookie'),
        custom: request.headers.get('x-custom'),
        names: [...request.headers.keys()].filter((name) => name.startsWith(':')),
        body: await request.text(),
      }),
    )
    const response = await server.fetch(
      new Request(`${server.origin}/a%20b//c?d=e&d=f`, {
        method: 'PUT',
        headers: { cookie: 'one=1; two=2', 'x-custom': 'ä' },
        body: 'the body',
      }),
    )
    expect(await response.json()).toEqual({
      method: 'PUT',
      url: `${server.origin}/a%20b//c?d=e&d=f`,
      host: `127.0.0.1:${server.port}`,
      cookie: 'one=1; two=2',
      custom: 'ä',
      names: [],
      body: 'the body',
    })
  })

  it('gives GET and HEAD no body', async () => {
    const server = await convertWith(protocol, (request) => Response.json(request.body))
    const response = await server.fetch(new Request(server.origin))
    expect(await response.json()).toBeNull()
  })

  it('reads no more of a body than the reader takes', async () => {
    const received: number[] = []
    const server = await convertWith(protocol, async (request, req) => {
      await delay(100)
      received.push(req.readableLength)
      return new Response(String((await request.arrayBuffer()).byteLength))
    })
    const body = new Uint8Array(3_000_000)
    const response = await server.fetch(new Request(server.origin, { method: 'POST', body }))
    expect(await response.text()).toBe('3000000')
    expect(received[0]).toBeLessThan(200_000)
  })

  it('lets a reader stop early, and sends the response', async () => {
    const server = await convertWith(protocol, async (request) => {
      if (request.body === null) return new Response('next')
      for await (const _ of request.body as unknown as AsyncIterable<Uint8Array>) break
      return new Response('too large', { status: 413 })
    })
    const body = new Uint8Array(3_000_000)
    const response = await server.fetch(new Request(server.origin, { method: 'POST', body }))
    expect({ status: response.status, text: await response.text() }).toEqual({
      status: 413,
      text: 'too large',
    })
    expect(await (await server.fetch(new Request(server.origin))).text()).toBe('next')
    expect(server.errors).toEqual([])
  })

  it('reports a body that the client did not send completely as a bad request', async () => {
    let sayReceived = (): void => undefined
    const received = new Promise<void>((resolve) => {
      sayReceived = resolve
    })
    const server = await convertWith(protocol, async (request) => {
      sayReceived()
      return new Response(await request.text())
    })
    await sendIncomplete(protocol, server, received)
    await vi.waitFor(() => expect(server.errors).toMatchObject([{ type: 'BadRequest' }]))
    expect((await server.fetch(new Request(server.origin))).status).toBe(200)
  })

  it('aborts the signal when the client disconnects, and only then', async () => {
    const signals: AbortSignal[] = []
    const server = await convertWith(protocol, async (request) => {
      signals.push(request.signal)
      if (signals.length === 1) await delay(200)
      return new Response('done')
    })
    await openAndDisconnect(protocol, server)
    await vi.waitFor(() => expect(signals[0]?.aborted).toBe(true))
    await (await server.fetch(new Request(server.origin))).text()
    await delay(50)
    expect(signals[1]?.aborted).toBe(false)
    expect(server.errors).toEqual([])
  })
})

describe.for(PROTOCOLS)('the conversion of responses over %s', (protocol) => {
  it('keeps status, headers, body, and every cookie', async () => {
    const server = await convertWith(protocol, (_, __, res) => {
      res.setHeader('Set-Cookie', 'zero=0')
      const headers = new Headers({ 'Content-Type': 'text/plain', 'X-Custom': 'ä' })
      for (const cookie of ['one=1; Path=/', 'two=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT'])
        headers.append('Set-Cookie', cookie)
      return new Response('the body', { status: 201, headers })
    })
    const response = await server.fetch(new Request(server.origin))
    expect(response.status).toBe(201)
    expect(response.headers.get('x-custom')).toBe('ä')
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(response.headers.getSetCookie()).toEqual([
      'zero=0',
      'one=1; Path=/',
      'two=2; Expires=Thu, 01 Jan 2026 00:00:00 GMT',
    ])
    expect(await response.text()).toBe('the body')
  })

  it('sends a body as fast as the client reads it, and cancels it when the client disconnects', async () => {
    const body = endlessBody()
    const server = await convertWith(protocol, () => new Response(body.stream))
    await openAndDisconnect(protocol, server)
    await vi.waitFor(() => expect(body.isCancelled()).toBe(true))
    // Both sides buffer at most a few megabytes.
    expect(body.chunks()).toBeLessThan(200)
    expect(server.errors).toEqual([])
  })

  it('cancels a body that sends nothing when the client disconnects', async () => {
    const cancel = vi.fn()
    const server = await convertWith(protocol, () => new Response(new ReadableStream({ cancel })))
    await openAndDisconnect(protocol, server)
    await vi.waitFor(() => expect(cancel).toHaveBeenCalled())
    expect(server.errors).toEqual([])
  })

  it('cancels the body if the client has disconnected before', async () => {
    const body = endlessBody()
    const server = await convertWith(protocol, async () => {
      await delay(200)
      return new Response(body.stream)
    })
    await openAndDisconnect(protocol, server)
    await vi.waitFor(() => expect(body.isCancelled()).toBe(true))
    expect(server.errors).toEqual([])
  })

  it('sends no body in response to HEAD, and does not wait for one', async () => {
    const cancel = vi.fn()
    const respond = (): Response =>
      new Response(new ReadableStream({ cancel }), { headers: { 'X-Custom': '1' } })
    const server = await convertWith(protocol, respond)
    const response = await server.fetch(new Request(server.origin, { method: 'HEAD' }))
    expect({ text: await response.text(), custom: response.headers.get('x-custom') }).toEqual({
      text: '',
      custom: '1',
    })
    expect(cancel).toHaveBeenCalled()
  })

  it('throws the error of a body, and lets the client notice', async () => {
    const server = await convertWith(protocol, () => {
      let isStarted = false
      const pull = async (controller: ReadableStreamDefaultController): Promise<void> => {
        if (isStarted) await delay(20).then(() => controller.error(new Error('the database is down')))
        else controller.enqueue(new TextEncoder().encode('the start'))
        isStarted = true
      }
      return new Response(new ReadableStream({ pull }))
    })
    const received = server.fetch(new Request(server.origin)).then((response) => response.text())
    await expect(received).rejects.toThrow()
    await vi.waitFor(() => expect(server.errors).toMatchObject([{ message: 'the database is down' }]))
  })

  it('sends a response without a body', async () => {
    const server = await convertWith(protocol, () => new Response(null, { status: 204 }))
    expect((await server.fetch(new Request(server.origin))).status).toBe(204)
  })

  it('omits headers that the protocol does not have', async () => {
    const server = await convertWith(
      protocol,
      () => new Response('done', { headers: { Connection: 'close', 'Keep-Alive': 'timeout=5' } }),
    )
    expect(await (await server.fetch(new Request(server.origin))).text()).toBe('done')
    expect(server.errors).toEqual([])
  })
})

it('a connection serves its next request after a body that was not read to its end', async () => {
  const server = await convertWith('HTTP/1.1', async (request) => {
    if (request.body !== null)
      for await (const _ of request.body as unknown as AsyncIterable<Uint8Array>) break
    return new Response(`<${request.method}>`)
  })
  const body = 'x'.repeat(3_000_000)
  const post = ['POST / HTTP/1.1', 'Host: app.test', `Content-Length: ${body.length}`, '', '']
  const get = ['GET / HTTP/1.1', 'Host: app.test']
  const received = await sendRaw(server.port, [`${post.join('\r\n')}${body}${get.join('\r\n')}`])
  expect(received.match(/<\w+>/g)).toEqual(['<POST>', '<GET>'])
})

describe('a request that is not ordinary', () => {
  const urlServer = (): Promise<RunningServer & { readonly errors: unknown[] }> =>
    convertWith('HTTP/1.1', (request) => new Response(`<${request.url}>`))

  it.each([
    {
      title: 'a host in the path',
      lines: ['GET //evil.test/a HTTP/1.1', 'Host: app.test'],
      url: 'http://app.test//evil.test/a',
    },
    {
      title: 'a whole URL',
      lines: ['GET http://evil.test/a?b HTTP/1.1', 'Host: app.test'],
      url: 'http://app.test/a?b',
    },
    { title: 'no path', lines: ['OPTIONS * HTTP/1.1', 'Host: app.test'], url: 'http://app.test/*' },
    { title: 'no host', lines: ['GET /a HTTP/1.0'], url: 'http://localhost/a' },
    {
      title: 'a host with an underscore',
      lines: ['GET /a HTTP/1.1', 'Host: app_1:80'],
      url: 'http://app_1/a',
    },
  ])('is read like any other: $title', async ({ lines, url }) => {
    const server = await urlServer()
    expect(await sendRaw(server.port, lines)).toContain(`<${url}>`)
  })

  it.each([
    { title: 'a path in the host', lines: ['GET / HTTP/1.1', 'Host: app.test/a'] },
    { title: 'a user in the host', lines: ['GET / HTTP/1.1', 'Host: ann@app.test'] },
    { title: 'an invalid port', lines: ['GET / HTTP/1.1', 'Host: app.test:x'] },
    { title: 'a method that `Request` does not have', lines: ['TRACE / HTTP/1.1', 'Host: app.test'] },
  ])('is rejected as a bad request: $title', async ({ lines }) => {
    const server = await urlServer()
    await sendRaw(server.port, lines)
    expect(server.errors).toMatchObject([{ type: 'BadRequest' }])
  })
})

describe('a body that a parser of Express has read', () => {
  async function textAfter(parser: express.RequestHandler, init: RequestInit): Promise<string> {
    const app = express()
    app.use(parser)
    app.use(async (req, res) => {
      const request = toWebRequest(req, res)
      const described = [request.headers.get('content-length'), await request.text()]
      await sendWebResponse(res, Response.json(described))
    })
    app.use(((error, _, res, __) => res.status(500).send(String(error))) as express.ErrorRequestHandler)
    const server = await started(createServer(app))
    return (await fetch(server.origin, { method: 'POST', ...init })).text()
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }

  it.each([
    {
      title: 'JSON',
      parser: express.json(),
      headers: { 'content-type': 'application/json' },
      body: '{"a": [1]}',
      text: '{"a":[1]}',
    },
    {
      title: 'a form',
      parser: express.urlencoded(),
      headers: form,
      body: 'a=1%262&a=3',
      text: 'a=1%262&a=3',
    },
    {
      title: 'a form whose type has capital letters',
      parser: express.urlencoded(),
      headers: { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=UTF-8' },
      body: 'a=1',
      text: 'a=1',
    },
    {
      title: 'a form with objects',
      parser: express.urlencoded({ extended: true }),
      headers: form,
      body: 'user[name]=Ann&user[tags][]=x&user[tags][]=y',
      text: 'user%5Bname%5D=Ann&user%5Btags%5D=x&user%5Btags%5D=y',
    },
    {
      title: 'text',
      parser: express.text(),
      headers: { 'content-type': 'text/plain' },
      body: 'ä',
      text: 'ä',
    },
    {
      title: 'bytes',
      parser: express.raw(),
      headers: { 'content-type': 'application/octet-stream' },
      body: 'ä',
      text: 'ä',
    },
  ])('is created again from `req.body`: $title', async ({ parser, headers, body, text }) => {
    expect(JSON.parse(await textAfter(parser, { headers, body }))).toEqual([null, text])
  })

  it('is still the stream if the parser did not read this content type', async () => {
    const body = 'a=1&b=2'
    expect(JSON.parse(await textAfter(express.json(), { headers: form, body }))).toEqual(['7', body])
  })

  it('has a large number that the parser read as a `bigint` as text', async () => {
    const parser: express.RequestHandler = (req, _, next) =>
      void req.resume().on('end', () => {
        req.body = { a: 2n ** 64n }
        next()
      })
    const headers = { 'content-type': 'application/json' }
    expect(JSON.parse(await textAfter(parser, { headers, body: '{}' }))).toEqual([
      null,
      '{"a":"18446744073709551616"}',
    ])
  })

  it.each([
    { title: 'JSON', headers: { 'content-type': 'application/json' } },
    { title: 'a form', headers: form },
  ])('is a bad request if it is nested too deeply: $title', async ({ headers }) => {
    const text = `{"a":${'['.repeat(20_000)}1${']'.repeat(20_000)}}`
    const parser = express.json({ type: '*/*' })
    expect(await textAfter(parser, { headers, body: text })).toContain('BadRequest: The request body')
  })

  it('is an error if it is not in `req.body`', async () => {
    const swallow: express.RequestHandler = (req, _, next) => void req.resume().on('end', next)
    expect(await textAfter(swallow, { headers: form, body: 'a=1' })).toContain(
      'The request body was already read, and it is not in `req.body`.',
    )
  })
})
