import { findForms } from '@latchkey/test-support/kit/browser.ts'
import { Application, PASS_THROUGH, SECRET } from '../application.ts'
import { database } from '../database.ts'
import { createIdp, type Idp, oidc, signInAt } from '../identity-provider.ts'
import type { Configuration, Fields, Functions, Library } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'
import { authorizeAnn, credentials } from './credentials.ts'

/** A configuration for both libraries, and what both use. */
interface Shared {
  readonly config: (library: Library) => Configuration
  /** The provider, if there is one. */
  readonly idp?: Idp
  /** The e-mails that were sent. */
  readonly mails?: Fields[]
}

/** Opens the application with the library that is replaced, and replaces it. */
interface Move extends Shared {
  readonly before: Application
  /** Replaces the library. The browser, its cookies and the database stay. */
  readonly move: () => Application
  /** Replaces the library by the one before. */
  readonly moveBack: (from: Application) => Application
}

/** A scenario that starts with one library, and continues with the other one. */
function scenario(
  name: string,
  share: () => Shared,
  act: (move: Move) => Promise<Application>,
  origin?: string,
): Scenario {
  return {
    name: `move: ${name}`,
    run: async (library, other) => {
      const shared = share()
      const { config } = shared
      const before = new Application(other, { config: config(other), ...(origin && { origin }) })
      const after = await act({
        ...shared,
        before,
        move: () => new Application(library, { config: config(library), replaces: before }),
        moveBack: (from) => new Application(other, { config: config(other), replaces: from }),
      })
      return after.record
    },
  }
}

const withPassword =
  (options: Configuration = {}) =>
  (): Shared => ({
    config: (library) => ({
      providers: [credentials(library, authorizeAnn)],
      callbacks: PASS_THROUGH,
      ...options,
    }),
  })

/** A configuration with a database and a provider that all libraries share. */
function withDatabase(): Shared {
  const idp = createIdp()
  const adapter = database()
  const config = (library: Library): Configuration => ({
    providers: [oidc(library, idp)],
    callbacks: PASS_THROUGH,
    adapter,
  })
  return { config, idp }
}

/** A configuration with a database and links, which are sent to `mails`. */
function withLinks(): Shared {
  const mails: Fields[] = []
  const adapter = database()
  const options = {
    id: 'email',
    server: 'smtp://localhost',
    from: 'no-reply@app.test',
    sendVerificationRequest: (mail: Fields): unknown => mails.push(mail),
  }
  const config = ({ Nodemailer }: Library): Configuration => ({
    providers: [Nodemailer(options)],
    callbacks: PASS_THROUGH,
    adapter,
  })
  return { config, mails }
}

async function signInWithPassword({ before: app }: Move): Promise<void> {
  const fields = { email: 'ann@example.com', password: 'right', csrfToken: await app.csrfToken() }
  await app.browser.post(`${app.base}/callback/credentials`, fields)
}

/** Starts a sign-in at the provider. @returns the URL to which the provider redirects */
async function startAtProvider({ before: app, idp }: Move): Promise<string> {
  const csrfToken = await app.csrfToken()
  const started = await app.browser.post(`${app.base}/signin/idp`, { csrfToken })
  return idp?.agree(started.headers.get('location') ?? '').href ?? ''
}

async function signInAtProvider(move: Move): Promise<void> {
  await move.before.browser.get(await startAtProvider(move))
}

/** Reads the session, and fails if there is none. */
async function requireSession(app: Application): Promise<void> {
  const response = await app.get('reads the session', '/session')
  if ((await response.json()) === null) throw new Error(`${app.library.name} found no session.`)
}

type SignIn = (move: Move) => Promise<void>

const read =
  (signIn: SignIn) =>
  async (move: Move): Promise<Application> => {
    await signIn(move)
    const after = move.move()
    await requireSession(after)
    return after
  }

const signOut =
  (signIn: SignIn) =>
  async (move: Move): Promise<Application> => {
    await signIn(move)
    const after = move.move()
    await after.post('signs out', '/signout')
    await after.get('reads the session', '/session')
    return after
  }

/** Moves, updates the session, moves back and reads it. */
const moveBack =
  (signIn: SignIn) =>
  async (move: Move): Promise<Application> => {
    await signIn(move)
    const after = move.move()
    await after.postJson('updates the session', '/session', { data: { name: 'Ann B.' } })
    const back = move.moveBack(after)
    const session: unknown = await (await back.browser.get(`${back.base}/session`)).json()
    if (session === null) throw new Error(`${back.library.name} found no session after the move back.`)
    return after
  }

const HTTP = 'http://localhost:3000'
const longText: Functions = { jwt: ({ token }) => ({ ...token, text: 'x'.repeat(6000) }) }
const update: Functions = { jwt: ({ token, session }) => ({ ...token, name: session?.name ?? token.name }) }

/**
 * Something that one library wrote and the other one reads, in both directions. A scenario throws
 * if it is not accepted.
 */
export const MOVES: readonly Scenario[] = [
  scenario('a session in a cookie', withPassword(), read(signInWithPassword)),
  scenario('a session in a cookie, over HTTP', withPassword(), read(signInWithPassword), HTTP),
  scenario(
    'a session in several cookies',
    withPassword({ callbacks: { ...PASS_THROUGH, ...longText } }),
    read(signInWithPassword),
  ),
  scenario(
    'a session in a cookie, moved back',
    withPassword({ callbacks: { ...PASS_THROUGH, ...update } }),
    moveBack(signInWithPassword),
  ),
  scenario('a session in a cookie, signed out', withPassword(), signOut(signInWithPassword)),
  scenario('a session in a cookie, with a new secret', withPassword(), async (move) => {
    await signInWithPassword(move)
    const { library } = move.move()
    const config = { ...move.config(library), secret: [`new ${SECRET}`, SECRET] }
    const after = new Application(library, { config, replaces: move.before })
    await requireSession(after)
    return after
  }),
  scenario('a session in the database', withDatabase, read(signInAtProvider)),
  scenario('a session in the database, over HTTP', withDatabase, read(signInAtProvider), HTTP),
  scenario('a session in the database, moved back', withDatabase, moveBack(signInAtProvider)),
  scenario('a session in the database, signed out', withDatabase, signOut(signInAtProvider)),
  scenario('a user of the database', withDatabase, async (move) => {
    await signInAtProvider(move)
    const { before, idp } = move
    await before.browser.post(`${before.base}/signout`, { csrfToken: await before.csrfToken() })
    const after = move.move()
    if (idp) await signInAt(after, idp)
    await requireSession(after)
    return after
  }),
  scenario('a form that is open', withPassword(), async ({ before, move }) => {
    const csrfToken = await before.csrfToken()
    const after = move()
    await after.send('submits the form', '/callback/credentials', {
      method: 'POST',
      body: new URLSearchParams({ email: 'ann@example.com', password: 'right', csrfToken }),
      headers: { accept: 'text/html' },
    })
    await after.get('reads the session', '/session')
    return after
  }),
  {
    name: 'move: encode and decode',
    run: async ({ jwt }, other) => {
      const options = { secret: SECRET, salt: 'authjs.session-token' }
      const token = await other.jwt.encode({ token: { sub: 'ann', role: 'admin' }, ...options })
      const { sub, role } = (await jwt.decode({ token, ...options })) ?? {}
      return { decoded: { sub: String(sub), role: String(role) } }
    },
  },
  // Neither library continues it: the user starts again.
  scenario('a provider sign-in in progress', withDatabase, async (move) => {
    const callback = await startAtProvider(move)
    const after = move.move()
    await after.get('returns from the provider', callback)
    await after.get('reads the session', '/session')
    return after
  }),
]

/** Moves of applications with an e-mail provider. */
export const MOVES_WITH_LINKS: readonly Scenario[] = [
  scenario('a link in an e-mail', withLinks, async ({ before, move, mails = [] }) => {
    const csrfToken = await before.csrfToken()
    await before.browser.post(`${before.base}/signin/email`, { email: 'ann@example.com', csrfToken })
    const after = move()
    const opened = await after.browser.get(String(mails[0]?.url))
    const [form] = await findForms(opened, after.base)
    if (form) await after.browser.post(form.action, { ...form.fields })
    after.recorder.take()
    await requireSession(after)
    return after
  }),
]
