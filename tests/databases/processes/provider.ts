import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createIdp, type Idp } from '@latchkey/test-support/kit/idp.ts'
import { freePort } from '@latchkey/test-support/processes/ports.mjs'

/** An OpenID provider on a port of this machine. */
export interface Provider extends Pick<Idp, 'issuer' | 'agree'> {
  /** Returns how often a code was sent to the token endpoint. */
  readonly redeemed: (code: string) => number
  /** The refresh tokens that it received, in order. It accepts each once. */
  readonly refreshed: readonly string[]
  /** Lets requests with this refresh token wait until the returned function is called. */
  readonly hold: (refreshToken: string) => () => void
  /** Refuses a refresh token. */
  readonly refuse: (refreshToken: string) => void
  readonly stop: () => Promise<void>
}

/** Starts a provider that responds slowly enough for other processes to catch up. */
export async function startProvider(): Promise<Provider> {
  const port = await freePort()
  const idp = createIdp(`http://127.0.0.1:${port}`)
  const refreshed: string[] = []
  const refused = new Set<string>()
  const held = new Map<string, Promise<void>>()
  const refresh = async (token: string): Promise<Response> => {
    const isUsed = refreshed.includes(token)
    refreshed.push(token)
    await (held.get(token) ?? new Promise((resolve) => setTimeout(resolve, 100)))
    if (isUsed || refused.has(token)) return new Response('invalid_grant', { status: 400 })
    return Response.json({ refresh_token: crypto.randomUUID() })
  }
  const server = createServer(async (req, res) => {
    const body = await text(req)
    const { method = 'GET', url = '/' } = req
    const headers = req.headers as Record<string, string>
    const response = url.startsWith('/refresh')
      ? await refresh(new URLSearchParams(body).get('refresh_token') ?? '')
      : await idp.fetch(`${idp.issuer}${url}`, { method, headers, ...(method === 'POST' && { body }) })
    res.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    issuer: idp.issuer,
    agree: idp.agree,
    refreshed,
    redeemed: (code) => idp.tokenRequests.filter(({ body }) => body.get('code') === code).length,
    hold(token) {
      let release = (): void => {}
      held.set(token, new Promise((resolve) => (release = resolve)))
      return () => {
        held.delete(token)
        release()
      }
    },
    refuse: (token) => void refused.add(token),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
