/** One process of an application that calls the API of a provider. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Cookie, createAuth } from 'latchkey'
import OIDC from 'latchkey/providers/oidc'
import { connectStorage } from '../processes/storage.ts'
import { passTime } from './clock.ts'

const { PORT = '0', ORIGIN = '', SECRET = '', PROVIDER = '', TOKEN_URL = '', KEEPS = '' } = process.env
const { adapter, store } = await connectStorage(process.env)

const auth = createAuth({
  secret: SECRET,
  baseUrl: ORIGIN,
  store,
  ...(KEEPS === 'cookie' ? { providerTokens: true } : { adapter }),
  providers: [
    OIDC({
      id: 'idp',
      name: 'The provider',
      issuer: PROVIDER,
      clientId: 'rotating',
      clientSecret: 'unused',
      token: TOKEN_URL,
      client: { token_endpoint_auth_method: 'none' },
      authorization: { params: { scope: 'openid profile email offline_access', prompt: 'consent' } },
    }),
  ],
  // Many requests share two cores. The lease of a process that is killed ends after 27 seconds.
  timeouts: { adapter: 20, store: 4, oauth: 5 },
  logger: { error: () => {}, warn: () => {}, debug: () => {} },
})

/** Returns an access token, or the error. With `?write`, the response may set cookies. */
async function tokens(request: Request): Promise<Response> {
  const isWritable = new URL(request.url).searchParams.has('write')
  const written: Cookie[] = []
  const write = isWritable ? (cookies: readonly Cookie[]) => void written.push(...cookies) : undefined
  try {
    const user = await auth.currentUser(request, write)
    const result = (await user?.tokens('idp')) ?? { error: 'signed out' }
    return Response.json({ ...result, cookies: written.map(({ name, value }) => ({ name, value })) })
  } catch (error) {
    const { type, message, cause } = error as {
      type?: string
      message: string
      cause?: { retryAfter?: number }
    }
    return Response.json({ error: type, message, retryAfter: cause?.retryAfter }, { status: 500 })
  }
}

async function respond(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname.startsWith('/auth/')) return auth.handle(request)
  if (pathname === '/tokens') return tokens(request)
  passTime(Number(searchParams.get('seconds')))
  return new Response()
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = incoming
  const body = method === 'POST' ? { body: await text(incoming) } : {}
  const headers = new Headers(incoming.headers as Record<string, string>)
  const request = new Request(new URL(url, ORIGIN), { method, headers, ...body })
  const response = await respond(request)
  for (const cookie of response.headers.getSetCookie()) outgoing.appendHeader('set-cookie', cookie)
  for (const [name, value] of response.headers) if (name !== 'set-cookie') outgoing.setHeader(name, value)
  outgoing.writeHead(response.status).end(await response.text())
}

const server = createServer((incoming, outgoing) => {
  serve(incoming, outgoing).catch((error) => {
    console.error(error)
    outgoing.destroy()
  })
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'))
