import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// JavaScript, so that Node.js does not strip types first. Measures the time from the first import
// to the first response, in a process that has done nothing else. Arguments: the library, and a
// file with the tables of better-auth.

const ORIGIN = 'http://localhost:3000'
const SECRET = 'a secret for all libraries alike, 48 characters.'
const [, , library, tables = ':memory:'] = process.argv

/**
 * Each imports a library, sets it up with one provider, and returns a function that requests the
 * session.
 */
const STARTS = {
  async latchkey() {
    const { createAuth } = await import('latchkey')
    const { default: GitHub } = await import('latchkey/providers/github')
    const auth = createAuth({
      secret: SECRET,
      trustHost: true,
      providers: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
    })
    return async () => (await auth.handle(new Request(`${ORIGIN}/auth/session`))).status
  },
  async '@auth/core'() {
    const { Auth } = await import('@auth/core')
    const { default: GitHub } = await import('@auth/core/providers/github')
    const config = {
      secret: SECRET,
      trustHost: true,
      basePath: '/auth',
      providers: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
    }
    return async () => (await Auth(new Request(`${ORIGIN}/auth/session`), config)).status
  },
  async 'better-auth'() {
    const { DatabaseSync } = await import('node:sqlite')
    const { betterAuth } = await import('better-auth')
    const auth = betterAuth({
      database: new DatabaseSync(tables),
      secret: SECRET,
      baseURL: ORIGIN,
      telemetry: { enabled: false },
      socialProviders: { github: { clientId: 'id', clientSecret: 'secret' } },
    })
    return async () => (await auth.handler(new Request(`${ORIGIN}/api/auth/get-session`))).status
  },
  /** The cost of Node.js itself for cryptography, a `Request` and a `Response`. */
  async baseline() {
    await import('node:crypto')
    return async () => {
      const { url } = new Request(ORIGIN)
      return Response.json({ url }).status
    }
  },
}

const before = process.memoryUsage().rss
const start = performance.now()
const request = await STARTS[library]()
const ready = performance.now()
const status = await request()
if (status !== 200) throw new Error(`The first response has the status ${status}.`)
const responded = performance.now()
// Not a command line flag: with a flag that it does not know, Node.js compiles its own modules
// again, which takes twice as long.
setFlagsFromString('--expose-gc')
runInNewContext('gc')()
console.log(
  JSON.stringify({
    ready: ready - start,
    responded: responded - start,
    rss: process.memoryUsage().rss - before,
  }),
)
process.exit()
