import { type App, BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type Adapter, customFetch, memoryStore, type OAuth2Config } from 'latchkey'
import WebAuthn from 'latchkey/providers/webauthn'
import { scheduled } from './interleaving.ts'

/** An application whose calls to the database, the store and the provider wait for their turn. */
export interface Site {
  readonly app: App
  /** The database itself: its calls do not wait. */
  readonly database: Adapter
  /** What was written to the database, although it may have been deleted again. */
  readonly written: Written
  /** The links that were mailed. */
  readonly links: URL[]
  /**
   * Starts a sign-in at a provider, and approves it as the given user.
   *
   * @returns the URL of the callback
   */
  agree(browser: Browser, provider: string, profile: Profile): Promise<string>
}

/** The user whom a provider describes. */
export interface Profile {
  readonly id: string
  readonly email: string | null
}

interface Written {
  readonly users: Set<string>
  /** As JSON: the id of the provider and that of the account. */
  readonly accounts: Set<string>
  readonly passkeys: Set<string>
  readonly sessions: Set<string>
  /** The users whose access was removed before an e-mail link verified their address. */
  readonly cleared: Set<string>
}

/** Creates an application with two OAuth providers, sign-in by e-mail, and passkeys. */
export function createSite(database: Adapter, strategy: 'jwt' | 'database' = 'database'): Site {
  const written: Written = {
    users: new Set(),
    accounts: new Set(),
    passkeys: new Set(),
    sessions: new Set(),
    cleared: new Set(),
  }
  const links: URL[] = []
  const codes = new Map<string, Profile>()
  const providers = ['first', 'second'].map((id) => oauthProvider(id, codes))
  const app = createApp({
    adapter: scheduled(recording(database, written)),
    store: scheduled(memoryStore()),
    // The calls wait for their turn, however long that takes.
    timeouts: { adapter: false, store: false },
    session: { strategy },
    limits: false,
    providers: [
      ...providers,
      {
        id: 'email',
        name: 'E-mail',
        type: 'email',
        from: 'no-reply@app.test',
        sendVerificationRequest: ({ url }) => void links.push(new URL(url)),
      },
      WebAuthn({ registration: 'anyone' }),
    ],
  })
  return {
    app,
    database,
    written,
    links,
    async agree(browser, provider, profile) {
      const started = await browser.post(`${BASE}/signin/${provider}`, { callbackUrl: '/after' })
      const request = new URL(started.headers.get('location') ?? '').searchParams
      const code = crypto.randomUUID()
      codes.set(code, profile)
      const response = new URLSearchParams({ code, state: request.get('state') ?? '' })
      return `${request.get('redirect_uri')}?${response}`
    },
  }
}

/** An OAuth provider in this process. It accepts each code once. */
function oauthProvider(id: string, codes: Map<string, Profile>): OAuth2Config {
  const tokens = new Map<string, Profile>()
  const respond = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    if (new URL(request.url).pathname === '/userinfo') {
      const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
      return Response.json(tokens.get(token) ?? {}, { status: tokens.has(token) ? 200 : 401 })
    }
    const code = new URLSearchParams(await request.text()).get('code') ?? ''
    const profile = codes.get(code)
    if (profile === undefined) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    codes.delete(code)
    tokens.set(code, profile)
    return Response.json({ access_token: code, token_type: 'Bearer' })
  }
  const calls = scheduled({ fetch: respond })
  return {
    id,
    name: id,
    type: 'oauth',
    clientId: 'app',
    clientSecret: 'secret',
    authorization: `https://${id}.test/authorize`,
    token: `https://${id}.test/token`,
    userinfo: `https://${id}.test/userinfo`,
    profile: ({ id: account, email }) => ({ id: account as string, email: email as string }),
    [customFetch]: (input: string | URL | Request, init?: RequestInit) => calls.fetch(input, init),
  }
}

/** Returns an adapter that notes what it is asked to store, also if it fails afterwards. */
function recording(database: Adapter, { users, accounts, passkeys, sessions, cleared }: Written): Adapter {
  const note = (method: string, [first, second]: readonly Record<string, unknown>[]): void => {
    if (method === 'deleteAccountsByUserId') cleared.add(String(first))
    if (method.startsWith('createUser')) users.add(String(first?.id))
    if (method === 'createUserWithAccount')
      accounts.add(JSON.stringify([second?.provider, second?.providerAccountId]))
    if (method === 'linkAccount') accounts.add(JSON.stringify([first?.provider, first?.providerAccountId]))
    if (method === 'createAuthenticator') passkeys.add(String(first?.credentialID))
    if (method === 'createSession') sessions.add(String(first?.sessionToken))
  }
  const methods = Object.entries(database).map(([name, method]) => [
    name,
    (...args: Record<string, unknown>[]) => {
      note(name, args)
      return method.apply(database, args)
    },
  ])
  return Object.fromEntries(methods)
}

/** Returns a new browser at the application. */
export function browserAt({ app }: Site): Browser {
  return new Browser(app)
}
