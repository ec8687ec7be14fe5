import { vi } from 'vitest'
import { Application, PASS_THROUGH } from '../application.ts'
import { database } from '../database.ts'
import { createIdp, type Idp, oidc, signInAt } from '../identity-provider.ts'
import type { Configuration, Fields, Functions, Library } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'

const DAY = 86_400_000
const MALLORY = { sub: 'mallory', name: 'Mallory', email: 'mallory@example.com' }
const ANN = { sub: 'ann-at-second', name: 'Ann', email: 'ann@example.com' }

interface Setup {
  readonly app: Application
  readonly idp: Idp
  readonly adapter: Functions
}

type Act = (setup: Setup, library: Library) => Promise<unknown>

function scenario(
  name: string,
  act: Act,
  config: (adapter: Functions) => Configuration = () => ({}),
  provider: object = {},
): Scenario {
  return {
    name: `database: ${name}`,
    run: async (library) => {
      const idp = createIdp()
      const adapter = database()
      const app = new Application(library, {
        config: {
          providers: [oidc(library, idp), oidc(library, idp, { id: 'second', ...provider })],
          callbacks: PASS_THROUGH,
          adapter,
          ...config(adapter),
        },
      })
      await act({ app, idp, adapter }, library)
      return app.record
    },
  }
}

/** Runs a scenario with both strategies. */
function withBoth(name: string, act: Act, provider: object = {}): Scenario[] {
  return [
    scenario(`${name}, sessions in the database`, act, undefined, provider),
    scenario(`${name}, sessions in a cookie`, act, () => ({ session: { strategy: 'jwt' } }), provider),
  ]
}

/** Signs Ann in without a record of it. */
async function signInAnn({ app, idp }: Setup): Promise<void> {
  const csrfToken = await app.csrfToken()
  const started = await app.browser.post(`${app.base}/signin/idp`, { csrfToken })
  await app.browser.get(idp.agree(started.headers.get('location') ?? '').href)
  app.recorder.take()
}

async function signOut(app: Application): Promise<void> {
  const csrfToken = await app.csrfToken()
  await app.browser.post(`${app.base}/signout`, { csrfToken })
  app.recorder.take()
}

const read = ({ app }: Setup): Promise<Response> => app.get('reads the session', '/session')

const readSigned: Act = async (setup) => {
  await signInAnn(setup)
  await read(setup)
}

export const DATABASES: readonly Scenario[] = [
  ...withBoth('a new user', async ({ app, idp }) => {
    await signInAt(app, idp)
    await app.get('reads the session', '/session')
  }),
  ...withBoth('a known user', async (setup) => {
    await signInAnn(setup)
    await signOut(setup.app)
    await signInAt(setup.app, setup.idp)
  }),
  ...withBoth('a signed-in user signs in again', async (setup) => {
    await signInAnn(setup)
    await signInAt(setup.app, setup.idp)
  }),
  ...withBoth('a signed-in user links a second provider', async (setup) => {
    await signInAnn(setup)
    await signInAt(setup.app, setup.idp, { provider: 'second', claims: ANN })
  }),
  ...withBoth('an account of another user', async (setup) => {
    await signInAnn(setup)
    await signOut(setup.app)
    await signInAt(setup.app, setup.idp, { step: 'Mallory ', provider: 'second', claims: MALLORY })
    await signInAt(setup.app, setup.idp, { step: 'Ann ' })
  }),
  ...withBoth('a second provider with the address of a user', async (setup) => {
    await signInAnn(setup)
    await signOut(setup.app)
    await signInAt(setup.app, setup.idp, { provider: 'second', claims: ANN })
  }),
  ...withBoth(
    'allowDangerousEmailAccountLinking, verified addresses',
    async (setup) => {
      await signInAnn(setup)
      const user = (await setup.adapter.getUserByEmail?.('ann@example.com')) as Fields
      await setup.adapter.updateUser?.({ id: user.id, emailVerified: new Date() })
      await signOut(setup.app)
      await signInAt(setup.app, setup.idp, { provider: 'second', claims: { ...ANN, email_verified: true } })
    },
    { allowDangerousEmailAccountLinking: true },
  ),
  ...withBoth(
    'allowDangerousEmailAccountLinking, unverified addresses',
    async (setup) => {
      await signInAnn(setup)
      await signOut(setup.app)
      await signInAt(setup.app, setup.idp, { provider: 'second', claims: ANN })
    },
    { allowDangerousEmailAccountLinking: true },
  ),
  ...withBoth('a provider that verifies the address', async ({ app, idp }) => {
    await signInAt(app, idp, { claims: { ...ANN, email_verified: true } })
  }),
  ...withBoth('signs out', async (setup) => {
    await signInAnn(setup)
    await setup.app.post('signs out', '/signout', { callbackUrl: '/bye' })
    await read(setup)
  }),
  ...withBoth('an update', async (setup) => {
    await signInAnn(setup)
    await setup.app.postJson('updates the session', '/session', { data: { name: 'Ann B.' } })
  }),
  ...withBoth('pages.newUser', async (setup) => {
    await signInAt(setup.app, setup.idp, { step: 'first: ' })
    await signOut(setup.app)
    await signInAt(setup.app, setup.idp, { step: 'second: ' })
  }),
  scenario(
    'a new user with a page of the application',
    async ({ app, idp }) => {
      await signInAt(app, idp)
    },
    () => ({ pages: { newUser: '/welcome?from=sign-in' } }),
  ),
  {
    name: 'database: the id of a new user in the signIn callback',
    run: async (library) => {
      const idp = createIdp()
      const adapter = database()
      const ids: unknown[] = []
      const signIn = ({ user }: { user: Fields }): boolean => ids.push(user.id) > 0
      const config = { providers: [oidc(library, idp)], adapter, callbacks: { ...PASS_THROUGH, signIn } }
      const app = new Application(library, { config })
      await signInAt(app, idp)
      const user = (await adapter.getUserByEmail?.('ann@example.com')) as Fields
      app.observe('is the id of the stored user', ids[0] === user.id)
      return app.record
    },
  },
  scenario('session, no callbacks', readSigned, () => ({ callbacks: {} })),
  scenario(
    'session callback that adds the id and the role',
    async (setup) => {
      await signInAnn(setup)
      const user = (await setup.adapter.getUserByEmail?.('ann@example.com')) as Fields
      await setup.adapter.updateUser?.({ id: user.id, role: 'admin' })
      await read(setup)
    },
    () => ({
      callbacks: {
        session: ({ session, user }: { session: { user: Fields }; user: Fields }) => {
          session.user.id = user.id
          return session
        },
      },
    }),
  ),
  scenario('session read two days later', async (setup) => {
    await signInAnn(setup)
    vi.setSystemTime(Date.now() + 2 * DAY)
    await read(setup)
  }),
  scenario('session read after it expired', async (setup) => {
    await signInAnn(setup)
    vi.setSystemTime(Date.now() + 31 * DAY)
    await read(setup)
  }),
  scenario('a session token without a row', async (setup) => {
    setup.app.browser.plant(setup.app.origin, '__Secure-authjs.session-token', 'no-row')
    await read(setup)
  }),
  scenario(
    'generateSessionToken',
    async (setup) => {
      await signInAt(setup.app, setup.idp)
    },
    () => ({
      session: { strategy: 'database', generateSessionToken: () => `generated-token-${'x'.repeat(30)}` },
    }),
  ),
  scenario('the database is down when a session is read', readSigned, (adapter) => ({
    adapter: { ...adapter, getSessionAndUser: () => Promise.reject(new Error('no connection')) },
  })),
  scenario(
    'the database is down at sign-in',
    async ({ app, idp }) => {
      await signInAt(app, idp)
    },
    (adapter) => ({
      adapter: { ...adapter, getUserByAccount: () => Promise.reject(new Error('no connection')) },
    }),
  ),
  scenario('the session callback throws', readSigned, () => ({
    callbacks: {
      session: () => {
        throw new Error('no role')
      },
    },
  })),
]
