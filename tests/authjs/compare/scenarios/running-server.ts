import { Application, PASS_THROUGH } from '../application.ts'
import { RunningApplication } from '../running-application.ts'
import type { Scenario } from '../scenario.ts'
import { CALLS_PATH, served } from '../serve.ts'
import { authorizeAnn, credentials } from './credentials.ts'

/** What the other scenarios show in this process, over HTTP and with the clock of the server. */
export const RUNNING_SERVER: readonly Scenario[] = [
  {
    name: 'running server: signs in, reads the session and signs out',
    clock: 'real',
    run: async (library) => {
      const config = { providers: [credentials(library, authorizeAnn)], callbacks: PASS_THROUGH }
      return served(
        (origin) => new Application(library, { origin, config }),
        async (origin) => {
          const app = new RunningApplication(origin, '/auth', CALLS_PATH)
          await app.post('signs in', '/callback/credentials', { email: 'ann@example.com', password: 'right' })
          await app.get('reads the session', '/session')
          await app.post('signs out', '/signout')
          return app.record
        },
      )
    },
  },
]
