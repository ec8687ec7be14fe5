import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createAuth, type EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { decode, encode, type JWT } from 'latchkey/jwt'
import { beforeAll, describe, expect, it } from 'vitest'

// Each token contains the claims of every purpose, and is accepted in its own place. So another
// place can reject it only because of its purpose. The two tokens in a transaction cookie are
// sealed for the same purpose; their claims distinguish them.

const TARGET = `${ORIGIN}/planted`
const ADDRESS = 'ann@example.com'
const PREVIEW = 'https://preview.test/auth/callback/idp'
const idp = createIdp()
const app: App = createApp({
  providers: [oidcFor(idp), passwordProvider],
  redirectProxyUrl: BASE,
  redirectProxyTargets: ['preview.test'],
})
const { sessionToken, callbackUrl, transaction, webauthnChallenge } = createAuth(app.config).config.cookies
  .secure

const links: string[] = []
const mail: EmailConfig = {
  id: 'idp',
  name: 'Mail',
  type: 'email',
  sendVerificationRequest: ({ url }) => {
    links.push(url)
  },
}
const mailApp = createApp({
  providers: [mail],
  adapter: memory(),
  session: { strategy: 'jwt' },
  limits: false,
})

interface StartedSignIn {
  readonly cookieName: string
  readonly authorizationUrl: string
  readonly claims: JWT
}

/** Starts a sign-in that waits for the response of its provider. */
async function startSignIn(): Promise<StartedSignIn> {
  const browser = new Browser(app)
  const response = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/planted' })
  const cookie = browser.cookies(ORIGIN).find(({ name }) => name.startsWith(`${transaction.name}.`))
  const claims = await decode({ token: cookie?.value, secret: SECRET, salt: transaction.name })
  return {
    cookieName: cookie?.name ?? '',
    authorizationUrl: response.headers.get('location') ?? '',
    claims: claims ?? {},
  }
}

let started: StartedSignIn

beforeAll(async () => {
  started = await startSignIn()
})

/** Creates a browser with a cookie that the library did not set. */
function browserWith(cookieName: string, token: string, site: App = app): Browser {
  const browser = new Browser(site)
  browser.plant(ORIGIN, cookieName, token)
  return browser
}

/** Tests whether a token proves that its browser requested a link. */
async function isLinkBinding(token: string): Promise<boolean> {
  const requester = new Browser(mailApp)
  await requester.post(`${BASE}/signin/idp`, { email: ADDRESS })
  const [binding] = requester.cookies(ORIGIN).filter(({ name }) => name.startsWith(`${transaction.name}.`))
  const response = await browserWith(binding?.name ?? '', token, mailApp).get(links.pop() ?? '')
  return response.status === 302
}

interface Place {
  readonly salt: string
  /** A claim that a token of this purpose does not have. */
  readonly without?: string
  readonly accepts: (token: string) => Promise<boolean>
}

/** The places where the library reads a token, by purpose. */
const places: Record<string, Place> = {
  'session token': {
    salt: sessionToken.name,
    accepts: async (token) => {
      const response = await browserWith(sessionToken.name, token).get(`${BASE}/session`)
      return (await response.json()) !== null
    },
  },
  transaction: {
    salt: transaction.name,
    without: 'identifier',
    accepts: async (token) => {
      const browser = browserWith(started.cookieName, token)
      const response = await browser.get(idp.agree(started.authorizationUrl).href)
      return (
        response.headers.get('location') === TARGET &&
        browser.cookies(ORIGIN).some(({ name }) => name === sessionToken.name)
      )
    },
  },
  'callback URL': {
    salt: callbackUrl.name,
    accepts: async (token) => {
      const response = await browserWith(callbackUrl.name, token).post(`${BASE}/callback/credentials`, {
        password: 'right',
      })
      return response.headers.get('location') === TARGET
    },
  },
  'state for a redirect proxy': {
    salt: 'encodedState',
    accepts: async (token) => {
      const response = await new Browser(app).get(
        `${BASE}/callback/idp?${new URLSearchParams({ code: 'x', state: token })}`,
      )
      return response.headers.get('location')?.startsWith(PREVIEW) ?? false
    },
  },
  'link binding': { salt: transaction.name, without: 'state', accepts: isLinkBinding },
}

/** Seals a token for one purpose, with the claims of all. */
function sealFor({ salt, without = '' }: Pick<Place, 'salt' | 'without'>): Promise<string> {
  const { [without]: _, ...claims } = {
    ...started.claims,
    name: 'Ann',
    sub: 'ann',
    url: TARGET,
    callbackUrl: TARGET,
    identifier: ADDRESS,
    origin: PREVIEW,
    random: 'x',
  } as JWT
  return encode({ token: claims, secret: SECRET, salt })
}

// proves P-JW-2, P-CK-5, §5.5
describe('the purpose of a sealed token', () => {
  const names = Object.keys(places)
  const pairs = names.flatMap((purpose) =>
    names.map((place) => ({ purpose, place, isAccepted: purpose === place })),
  )

  // proves §5.1, §5.5 a, P-OA-13
  it.each(pairs)(
    'a $purpose is accepted as a $place: $isAccepted',
    async ({ purpose, place, isAccepted }) => {
      const token = await sealFor(places[purpose] as Place)
      expect(await places[place]?.accepts(token)).toBe(isAccepted)
    },
  )

  // proves §5.1
  it.each(names)('a token for an unknown purpose is not accepted as a %s', async (place) => {
    expect(await places[place]?.accepts(await sealFor({ salt: '' }))).toBe(false)
  })

  // proves §5.5 b
  it.each(names)('a passkey challenge is not accepted as a %s', async (place) => {
    expect(await places[place]?.accepts(await sealFor({ salt: webauthnChallenge.name }))).toBe(false)
  })

  // proves §4.4, P-OA-13
  it('a CSRF token is accepted in none of these places', async () => {
    const browser = new Browser(app)
    await browser.get(`${BASE}/csrf`)
    const [{ value } = { value: '' }] = browser.cookies(ORIGIN)
    for (const token of [value, decodeURIComponent(value)]) {
      for (const { accepts } of Object.values(places)) expect(await accepts(token)).toBe(false)
    }
  })
})
