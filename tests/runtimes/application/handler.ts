import { Auth, createAuth } from 'latchkey'
import { configure, credentials } from './site.ts'
import { smoke } from './smoke.ts'

// Created at import, as in an application. A runtime that forbids randomness, timers or requests at
// import does not start.
const auth = createAuth(configure())
const fromEnvironment = { basePath: '/env', providers: [credentials] }

/**
 * The application: the library at `/auth`, the library configured by the environment at `/env`, and
 * the test suite at `/smoke`.
 */
export async function handle(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/smoke') return Response.json(await smoke())
  if (pathname.startsWith('/env/')) return Auth(request, fromEnvironment)
  return auth.handle(request)
}
