import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { authCoreWithCookies } from '../subjects/auth-core.ts'
import { betterAuthOnSqlite } from '../subjects/better-auth.ts'
import { latchkeyWithCookies } from '../subjects/latchkey.ts'
import { ANN } from '../subjects/people.ts'

// A server of `node:http` around a library, the same for each. Argument: the library. Tells its address and the cookie of a session by a message,
// and on `cpu` how much of the processor it has used.

interface Served {
  readonly fetch: (request: Request) => Promise<Response> | Response
  readonly cookie: string
  readonly path: string
}

const SERVERS: Record<string, () => Promise<Served>> = {
  async latchkey() {
    const { auth, cookie } = await latchkeyWithCookies()
    return { fetch: auth.handle, cookie, path: '/auth/session' }
  },
  async '@auth/core'() {
    const { handle, cookie } = await authCoreWithCookies()
    return { fetch: handle, cookie, path: '/auth/session' }
  },
  async 'better-auth'() {
    const { auth, cookie } = await betterAuthOnSqlite()
    return { fetch: auth.handler, cookie, path: '/api/auth/get-session' }
  },
  async floor() {
    const { cookie } = await latchkeyWithCookies()
    return { fetch: () => Response.json({ user: ANN }), cookie, path: '/' }
  },
}

const [, , name = ''] = process.argv
const { fetch, cookie, path } = await (SERVERS[name] as (typeof SERVERS)[string])()
const server = createAdaptorServer({ fetch })
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, cookie })
})
process.on('message', () => process.send?.(process.cpuUsage()))
process.on('disconnect', () => process.exit())
