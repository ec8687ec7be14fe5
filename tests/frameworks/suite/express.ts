import { createServer } from 'node:http'
import type { Site } from '@latchkey/test-support/kit/browser.ts'
import express, { type Express, type RequestHandler, type Response } from 'express'
import type { AuthConfig } from 'latchkey'
import { Latchkey, type LatchkeyConfig, type LatchkeyResult } from 'latchkey/node'
import { started } from '../node/servers.ts'
import { UPDATE } from './web-responses.ts'

const form = express.urlencoded({ extended: false })

/** The responses of pages that read the session, by their path. */
const RESPONSES: Readonly<Record<string, (res: Response, session: object | null) => unknown>> = {
  '/session': (res, session) => res.json(session),
  '/cookie': (res) => res.append('set-cookie', 'own=1').end(),
  '/public': (res) => res.set('cache-control', 'public, max-age=60').end(),
  '/redirect': (res) => res.redirect('/session'),
  '/stream': (res) => {
    res.write('streamed')
    res.end()
  },
  '/not-modified': (res) => res.status(304).end(),
  '/error': () => {
    throw new Error('A mistake of the application')
  },
}

function addGuardedRoutes(app: Express, { auth, protect, signIn, signOut, update }: LatchkeyResult): void {
  const showSession: RequestHandler = async (req, res) => void res.json(await auth(req, res))
  app.use('/guarded', protect)
  app.all(['/guarded', '/guarded/page'], showSession)
  app.post('/guarded/update', async (req, res) => {
    await update(req, res, UPDATE)
    res.json(await auth(req, res))
  })
  app.post('/guarded/sign-in', form, async (req, res) => {
    await signIn(req, res, 'credentials', req.body)
  })
  app.post('/guarded/sign-out', async (req, res) => void (await signOut(req, res)))
  app.get('/twice', protect, showSession)
  app.get('/confirmed', async (req, res) => {
    const session = await protect(req, res, { within: 60 })
    if (session) res.json(session)
  })
}

function addForms(app: Express, { signIn, signOut, update }: LatchkeyResult): void {
  app.post('/sign-in', form, async (req, res) => void (await signIn(req, res, req.body.provider, req.body)))
  app.post('/sign-out', async (req, res) => void (await signOut(req, res, { redirectTo: '/bye' })))
  app.post('/update', async (req, res) => void res.json(await update(req, res, UPDATE)))
}

export function startExpress(config: Partial<AuthConfig>, parsesFirst = false): Promise<Site> {
  const functions = Latchkey(config as LatchkeyConfig)
  const app = express()
  if (parsesFirst) app.use(form)
  app.use(functions.handler)
  addGuardedRoutes(app, functions)
  addForms(app, functions)
  for (const [path, respond] of Object.entries(RESPONSES))
    app.get(path, async (req, res) => void respond(res, await functions.auth(req, res)))
  app.use(async (req, res) => {
    await functions.auth(req, res)
    res.status(404).end('Not found')
  })
  app.use(((_error, _req, res, _next) =>
    res.status(500).end('Internal error')) as express.ErrorRequestHandler)
  return started(createServer(app))
}
