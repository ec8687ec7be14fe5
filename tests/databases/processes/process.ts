/**
 * One process of an application. It serves the same application several times, below the paths
 * `/jwt` and `/database`, which have the two session strategies, and variants of them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { refreshOnce } from 'latchkey/refresh'
import { APPLICATIONS, createApplication } from './application.ts'
import { connectStorage } from './storage.ts'

const { PORT = '0', PROVIDER = '' } = process.env
const storage = await connectStorage(process.env)
const applications = APPLICATIONS.map((name) => ({ name, ...createApplication(name, storage) }))
type Application = (typeof applications)[number]

/** Routes of the application itself, below `/api/<name>`. */
const ROUTES: Record<string, (app: Application, ...exchange: Exchange) => Promise<unknown>> = {
  me: (app, req, res) => app.auth(req, res),
  async update(app, req, res) {
    return app.update(req, res, (await json(req)) as object)
  },
  async revoke(app, req, res) {
    const { userId, except } = (await json(req)) as { userId: string; except?: 'current' }
    await app.revokeSessions(userId, except && { except, req, res })
  },
  async enroll(app, req, res) {
    const { id, code } = (await json(req)) as { id?: string; code?: string }
    const user = await app.currentUser(req, res)
    return id === undefined || code === undefined
      ? user?.secondFactor.beginTotp()
      : user?.secondFactor.confirm(id, code)
  },
  async sessions(app, req, res) {
    return (await app.currentUser(req, res))?.sessions.list()
  },
  async end(app, req, res) {
    const { id } = (await json(req)) as { id: string }
    return (await app.currentUser(req, res))?.sessions.revoke(id)
  },
  async refresh(_app, req) {
    const { token, timeout = 10 } = (await json(req)) as { token: string; timeout?: number }
    return refreshOnce(token, () => refreshAtProvider(token), { store: storage.store, timeout })
  },
}

type Exchange = [IncomingMessage, ServerResponse]

async function refreshAtProvider(token: string): Promise<unknown> {
  const response = await fetch(`${PROVIDER}/refresh`, {
    method: 'POST',
    body: new URLSearchParams({ refresh_token: token }),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

async function serve(...[req, res]: Exchange): Promise<void> {
  const [, first = '', name, route = ''] = new URL(req.url ?? '/', 'http://localhost').pathname.split('/')
  const app = applications.find((one) => one.name === (first === 'api' ? name : first))
  if (app === undefined) return void res.writeHead(404).end()
  if (first !== 'api') return app.handler(req, res)
  try {
    const value = await ROUTES[route]?.(app, req, res)
    res.end(JSON.stringify(value ?? null))
  } catch (error) {
    res.writeHead(500).end(JSON.stringify({ error: (error as Error).message }))
  }
}

const server = createServer((req, res) => {
  serve(req, res).catch((error) => {
    console.error(error)
    res.destroy()
  })
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'))
