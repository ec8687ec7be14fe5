import type { IncomingMessage, ServerResponse } from 'node:http'
import { NextRequest } from 'next/server.js'
import { serializeCookie } from '../http/set-cookie.ts'
import { readOrNobody } from '../read-or-nobody.ts'
import type { DefaultSession } from '../types/session.ts'
import { callerOf } from './caller.ts'
import type { AuthOf } from './config.ts'

/** What the Pages Router gives to `getServerSideProps`, as far as the session needs it. */
export interface PagesContext {
  req: IncomingMessage
  res: ServerResponse
}

/** Reads the session of a request in the Pages Router. Its renewal leaves with the response, as long as that has not begun. */
export async function pagesSession<S extends DefaultSession>(
  authFor: AuthOf<S>,
  { req, res }: Partial<PagesContext>,
): Promise<S | null> {
  if (!req || !res)
    throw new TypeError('`auth` was given a request without its response. Write `auth(request, response)`.')
  const request = readRequest(req)
  const { auth } = await authFor(request)
  const { session, cookies } = await readOrNobody(auth, { ...callerOf(request), canWrite: !res.headersSent })
  if (cookies.length === 0 || res.headersSent) return session
  for (const cookie of cookies) res.appendHeader('Set-Cookie', serializeCookie(cookie))
  res.setHeader('Cache-Control', 'private, no-store')
  return session
}

/** The request as the other router has it, without its body: a configuration function is written for one kind of request. */
function readRequest({ url = '/', method, headers }: IncomingMessage): NextRequest {
  const { host = 'localhost' } = headers
  return new NextRequest(URL.parse(`http://${host}${url}`) ?? 'http://localhost', {
    method,
    headers: readHeaders(headers),
  })
}

function readHeaders(headers: IncomingMessage['headers']): Headers {
  const read = new Headers()
  for (const [name, values = []] of Object.entries(headers)) {
    // HTTP/2 has fields in front whose names are none.
    if (!name.startsWith(':')) for (const value of [values].flat()) read.append(name, value)
  }
  return read
}
