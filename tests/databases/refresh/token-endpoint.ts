import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'

/** How the token endpoint fails to respond to a refresh. */
export type Fault = 'status 503' | 'hang' | 'html' | 'empty' | 'wrong types' | 'huge'

/** A proxy in front of the token endpoint of a provider. */
export interface TokenEndpoint {
  readonly url: string
  /** The requests for new tokens that arrived. */
  readonly refreshes: () => number
  /** Responds to each refresh in this way, in place of the provider. */
  readonly failWith: (fault: Fault | undefined) => void
  /** Passes no refresh on until the returned function is called. */
  readonly hold: () => () => void
  readonly stop: () => Promise<void>
}

const ONE_HOUR = 60 * 60

const FAULTS: Readonly<Record<Fault, (response: ServerResponse) => unknown>> = {
  'status 503': (response) => response.writeHead(503).end('busy'),
  hang: () => {},
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  empty: (response) => response.writeHead(200).end(),
  'wrong types': (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"access_token":{"a":1},"expires_in":"x"}'),
  huge: (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"access_token":"${'a'.repeat(3e6)}"}`),
}

/**
 * Starts the proxy. The access token of a sign-in has expired when it arrives, and the later ones
 * are said to live for an hour.
 *
 * @param issuer of a provider with the endpoint `/token`
 */
export async function startTokenEndpoint(issuer: string): Promise<TokenEndpoint> {
  const port = await freePort()
  let refreshes = 0
  let fault: Fault | undefined
  let held = Promise.resolve()
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const isRefresh = new URLSearchParams(body).get('grant_type') === 'refresh_token'
    if (isRefresh) {
      refreshes++
      if (fault !== undefined) return void FAULTS[fault](response)
      await held
      // The process that sent the request was killed.
      if (request.socket.destroyed) return
    }
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    const passed = await fetch(`${issuer}/token`, { method: 'POST', headers, body })
    const tokens = (await passed.json()) as Record<string, unknown>
    response.writeHead(passed.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ...tokens, ...(passed.ok && { expires_in: isRefresh ? ONE_HOUR : 0 }) }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}/token`,
    refreshes: () => refreshes,
    failWith(next) {
      fault = next
    },
    hold() {
      let release = (): void => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return () => {
        held = Promise.resolve()
        release()
      }
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
