import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Site } from '@latchkey/test-support/kit/browser.ts'
import { Hono, type MiddlewareHandler } from 'hono'
import type { AuthConfig } from 'latchkey'
import { Latchkey, type LatchkeyConfig, type LatchkeyEnv, type LatchkeyResult } from 'latchkey/hono'
import { started } from '../node/servers.ts'
import { RESPONSES, UPDATE } from './web-responses.ts'

type App = Hono<LatchkeyEnv>

const parseFirst: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'POST') await c.req.parseBody()
  await next()
}

function addGuardedRoutes(app: App, { protect, signIn, signOut, update }: LatchkeyResult): void {
  app.use('/guarded/*', protect)
  app.get('/guarded', protect, (c) => c.json(c.var.session))
  app.get('/guarded/page', protect, (c) => c.json(c.var.session))
  app.post('/guarded', protect, (c) => c.json(c.var.session))
  app.post('/guarded/update', async (c) => {
    await update(c, UPDATE)
    return c.json(await c.var.auth())
  })
  app.post('/guarded/sign-in', async (c) => signIn(c, 'credentials', await c.req.formData()))
  app.post('/guarded/sign-out', (c) => signOut(c))
  app.get('/confirmed', protect({ within: 60 }), (c) => c.json(c.var.session))
  app.get('/twice', protect, async (c) => c.json(await c.var.auth()))
}

function addForms(app: App, { signIn, signOut, update }: LatchkeyResult): void {
  app.post('/sign-in', async (c) => {
    const form = await c.req.formData()
    return signIn(c, String(form.get('provider') ?? ''), form)
  })
  app.post('/sign-out', (c) => signOut(c, { redirectTo: '/bye' }))
  app.post('/update', async (c) => c.json(await update(c, UPDATE)))
}

function createHono(config: Partial<AuthConfig>, parsesFirst: boolean): App {
  const functions = Latchkey(config as LatchkeyConfig)
  const app = new Hono<LatchkeyEnv>()
  if (parsesFirst) app.use(parseFirst)
  app.use(functions.latchkey)
  addGuardedRoutes(app, functions)
  addForms(app, functions)
  for (const [path, respond] of Object.entries(RESPONSES))
    app.get(path, async (c) => respond(await c.var.auth(), c.req.url))
  app.get('/error', async (c) => {
    await c.var.auth()
    throw new Error('A mistake of the application')
  })
  app.notFound(async (c) => {
    await c.var.auth()
    return c.text('Not found', 404)
  })
  app.onError((_, c) => c.text('Internal error', 500))
  return app
}

/** The application in this process, as on Workers, Bun and Deno. */
export function startHono(config: Partial<AuthConfig>, parsesFirst = false): Site {
  const app = createHono(config, parsesFirst)
  return { origin: 'https://app.test', fetch: async (request) => app.fetch(request) }
}

/** The application on a server of Node.js. */
export function startHonoOnNode(config: Partial<AuthConfig>, parsesFirst = false): Promise<Site> {
  return started(createAdaptorServer({ fetch: createHono(config, parsesFirst).fetch }) as Server)
}
