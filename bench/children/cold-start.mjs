import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// JavaScript, so that Node.js has no types to take out before it starts.
// From the first import to the first answer, in a process that has done nothing else. Arguments: the library, a file with
// better-auth's tables.

const ORIGIN = 'http://localhost:3000'
const SECRET = 'a secret for all libraries alike, 48 characters.'
const [, , library, tables = ':memory:'] = process.argv

/** Imports a library, sets it up with one provider, and gives what asks it for a session. */
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
  /** What Node.js itself takes for cryptography, a `Request` and a `Response`. */
  async floor() {
    await import('node:crypto')
    return async () => {
      const { url } = new Request(ORIGIN)
      return Response.json({ url }).status
    }
  },
}

const before = process.memoryUsage().rss
const start = performance.now()
const path = await STARTS[library]()
const ready = performance.now()
const status = await path()
if (status !== 200) throw new Error(`The first answer has the status ${status}.`)
const answered = performance.now()
// Not by a flag of the command: with one that it does not know, Node.js compiles its own modules anew, which takes twice as long.
setFlagsFromString('--expose-gc')
runInNewContext('gc')()
console.log(
  JSON.stringify({
    ready: ready - start,
    answered: answered - start,
    rss: process.memoryUsage().rss - before,
  }),
)
process.exit()
