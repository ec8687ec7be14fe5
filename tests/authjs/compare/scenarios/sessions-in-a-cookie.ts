import { vi } from 'vitest'
import { Application, PASS_THROUGH } from '../application.ts'
import type { Configuration, Functions, Library } from '../libraries.ts'
import type { Scenario, ScenarioRecord } from '../scenario.ts'
import { authorizeAnn, credentials } from './credentials.ts'

const DAY = 86_400_000

/** Opens an application in which Ann is signed in. The sign-in is not recorded. */
async function signedIn(library: Library, config: Configuration = {}, origin?: string): Promise<Application> {
  const app = new Application(library, {
    ...(origin !== undefined && { origin }),
    config: { providers: [credentials(library, authorizeAnn)], ...config },
  })
  const fields = { email: 'ann@example.com', password: 'right', csrfToken: await app.csrfToken() }
  await app.browser.post(`${app.base}/callback/credentials`, fields)
  app.recorder.take()
  return app
}

/** Lets time pass. */
export function wait(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

/** A scenario with the application of a user who is signed in. */
export function scenario(
  name: string,
  config: (library: Library) => Configuration,
  act: (app: Application, library: Library) => Promise<unknown>,
  origin?: string,
): Scenario {
  return {
    name: `session in a cookie: ${name}`,
    run: async (library): Promise<ScenarioRecord> => {
      const app = await signedIn(library, config(library), origin)
      await act(app, library)
      return app.record
    },
  }
}

const withCallbacks = (callbacks: Functions) => (): Configuration => ({
  callbacks: { ...PASS_THROUGH, ...callbacks },
})
export const read = (app: Application): Promise<Response> => app.get('reads the session', '/session')

export const SESSIONS_IN_A_COOKIE: readonly Scenario[] = [
  scenario('no callbacks', () => ({}), read),
  scenario('no callbacks, over HTTP', () => ({}), read, 'http://localhost:3000'),
  scenario('callbacks that return what they get', withCallbacks({}), read),
  scenario(
    'callbacks that add fields',
    withCallbacks({
      jwt: ({ token, user }) => (user ? { ...token, role: user.role } : token),
      session: ({ session, token }) => ({ ...session, user: { ...session.user, role: token.role } }),
    }),
    read,
  ),
  scenario(
    'an update',
    withCallbacks({
      jwt: ({ token, trigger, session }) => (trigger === 'update' ? { ...token, name: session.name } : token),
    }),
    async (app) => {
      await app.postJson('updates the session', '/session', { data: { name: 'Ann B.' } })
      await read(app)
    },
  ),
  scenario('an update without data', withCallbacks({}), async (app) => {
    await app.postJson('updates the session', '/session', {})
  }),
  scenario('an update without a session', withCallbacks({}), async (app) => {
    await app.post('signs out', '/signout')
    await app.postJson('updates the session', '/session', { data: { name: 'Ann B.' } })
  }),
  scenario('read two days later', withCallbacks({}), async (app) => {
    wait(2 * DAY)
    await read(app)
  }),
  scenario('read after it expired', withCallbacks({}), async (app) => {
    wait(31 * DAY)
    await read(app)
  }),
  scenario(
    'maxAge of one hour',
    () => ({ session: { maxAge: 3600 } }),
    async (app) => {
      await read(app)
      wait(3_599_000)
      await app.get('reads the session later', '/session')
    },
  ),
  scenario('updateAge of 0', () => ({ session: { updateAge: 0 } }), read),
  scenario(
    'the jwt callback returns null',
    withCallbacks({ jwt: ({ token, user }) => (user ? token : null) }),
    read,
  ),
  {
    name: 'session in a cookie: the jwt callback returns null at sign-in',
    run: async (library) => {
      const app = new Application(library, {
        config: {
          providers: [credentials(library, authorizeAnn)],
          callbacks: { ...PASS_THROUGH, jwt: () => null },
        },
      })
      await app.post('signs in', '/callback/credentials', { email: 'ann@example.com', password: 'right' })
      await read(app)
      return app.record
    },
  },
  scenario(
    'the jwt callback throws',
    withCallbacks({
      jwt: ({ token, user }) => {
        if (user) return token
        throw new Error('no database')
      },
    }),
    async (app) => {
      await read(app)
      app.observe(
        'cookies of the browser',
        app.browser
          .cookies(app.origin)
          .map(({ name }) => name)
          .sort(),
      )
    },
  ),
  scenario(
    'the session callback throws',
    withCallbacks({
      session: () => {
        throw new Error('no database')
      },
    }),
    read,
  ),
  scenario('a cookie that is no token', withCallbacks({}), async (app) => {
    app.browser.plant(app.origin, '__Secure-authjs.session-token', 'no-token')
    await read(app)
  }),
  scenario(
    'a token that needs several cookies',
    () => ({
      callbacks: {
        ...PASS_THROUGH,
        jwt: ({ token, user, trigger }) => {
          if (user) return { ...token, text: 'x'.repeat(6000) }
          return trigger === 'update' ? { ...token, text: 'short' } : token
        },
      },
    }),
    async (app) => {
      const names = (): string[] =>
        app.browser
          .cookies(app.origin)
          .map(({ name }) => name)
          .filter((name) => name.includes('session'))
          .sort()
      app.observe('cookies after the sign-in', names())
      await app.postJson('updates the session', '/session', { data: 1 })
      app.observe('cookies after the update', names())
    },
  ),
]
