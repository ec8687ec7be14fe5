/**
 * A process of an application: a server with Latchkey, whose database and store fail during the
 * tests. It posts the sign-in links to the test.
 */
import { createServer } from 'node:http'
import { Latchkey } from 'latchkey/node'
import { openDatabase } from './application-database.ts'
import type { ApplicationSettings } from './application-settings.ts'
import { openStore } from './application-store.ts'

const settings: ApplicationSettings = JSON.parse(process.env.SETTINGS ?? '{}')
const database = openDatabase(settings.database)
const store = openStore(settings.store, database)

const { handler } = Latchkey({
  adapter: database.adapter,
  store,
  providers: [
    {
      id: 'email',
      name: 'E-mail',
      type: 'email',
      async sendVerificationRequest({ identifier, url }) {
        await fetch(settings.inbox, { method: 'POST', body: JSON.stringify({ identifier, url }) })
      },
    },
  ],
  session: { strategy: settings.strategy, updateAge: settings.updateAge ?? 2 },
  ...(settings.timeouts && { timeouts: settings.timeouts }),
})

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/exhaust') await database.exhaust?.(Number(searchParams.get('seconds')))
  await handler(request, response, () => response.end('home'))
})
server.listen(settings.port, '127.0.0.1')
