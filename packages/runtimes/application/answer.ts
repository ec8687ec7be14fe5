import { Auth, createAuth } from 'latchkey'
import { configure, people } from './site.ts'
import { smoke } from './smoke.ts'

// Made at import, as applications do: a run time that forbids randomness, timers or requests there does not start.
const auth = createAuth(configure())
const fromEnvironment = { basePath: '/env', providers: [people] }

/** The application: our doors at `/auth`, the same with whatever the environment says at `/env`, the suite at `/smoke`. */
export async function answer(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (pathname === '/smoke') return Response.json(await smoke())
  if (pathname.startsWith('/env/')) return Auth(request, fromEnvironment)
  return auth.handle(request)
}
