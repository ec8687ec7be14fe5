/**
 * One process of an application whose sessions a provider can end. It serves the application twice,
 * below `/jwt` and `/database`, which have the two session strategies.
 */
import { createServer } from 'node:http'
import { Latchkey } from 'latchkey/node'
import OIDC from 'latchkey/providers/oidc'
import { connectStorage } from '../processes/storage.ts'

const { PORT = '0', ORIGIN, PROVIDER, SECRET = '', CLIENT_SECRET } = process.env
const storage = await connectStorage(process.env)

const applications = (['jwt', 'database'] as const).map((strategy) => ({
  strategy,
  ...Latchkey({
    secret: SECRET,
    basePath: `/${strategy}`,
    baseUrl: ORIGIN,
    ...(strategy === 'database' && { adapter: storage.adapter }),
    store: storage.store,
    session: { strategy },
    providers: [
      OIDC({
        id: 'playground',
        name: 'Playground',
        issuer: PROVIDER,
        clientId: strategy,
        clientSecret: CLIENT_SECRET,
        backchannelLogout: true,
      }),
    ],
    events: { signOut: (message) => console.log('event', JSON.stringify(message)) },
    logger: { error: (error) => console.log(error), warn: () => {}, debug: () => {} },
  }),
}))

const server = createServer((req, res) => {
  const app = applications.find(({ strategy }) => req.url?.startsWith(`/${strategy}/`))
  if (app === undefined) res.writeHead(404).end()
  else void app.handler(req, res)
})
server.listen(Number(PORT), '127.0.0.1', () => console.log('ready'))
