import { createAuth, type EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { decode, encode, type JWT } from 'latchkey/jwt'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type App,
  BASE,
  createApp,
  createIdp,
  ORIGIN,
  oidcFor,
  passwordProvider,
  SECRET,
} from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

// Each artefact holds all that any slot asks for. So nothing but its purpose can be why another slot refuses it: in its own slot it is taken.
// The two that wait in a transaction cookie are sealed alike; what they hold tells them apart.

const PLANTED = `${ORIGIN}/planted`
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

interface UnderWay {
  readonly cookieName: string
  readonly authorizationUrl: string
  readonly claims: JWT
}

/** A sign-in that waits for the answer of its provider. */
async function begin(): Promise<UnderWay> {
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

let underWay: UnderWay

beforeAll(async () => {
  underWay = await begin()
})

/** A visitor whose browser holds a token in a cookie where it was not put by us. */
function visitor(cookieName: string, token: string, site: App = app): Browser {
  const browser = new Browser(site)
  browser.plant(ORIGIN, cookieName, token)
  return browser
}

/** Is a link followed at once by a browser that holds this token as its proof of having asked for it? */
async function takesAsBinding(token: string): Promise<boolean> {
  const asking = new Browser(mailApp)
  await asking.post(`${BASE}/signin/idp`, { email: ADDRESS })
  const [binding] = asking.cookies(ORIGIN).filter(({ name }) => name.startsWith(`${transaction.name}.`))
  const response = await visitor(binding?.name ?? '', token, mailApp).get(links.pop() ?? '')
  return response.status === 302
}

interface Slot {
  readonly salt: string
  /** What an artefact of this purpose does not hold. */
  readonly without?: string
  readonly takes: (token: string) => Promise<boolean>
}

/** Where a token can be put, by its purpose; each says whether it was taken. */
const slots: Record<string, Slot> = {
  'session token': {
    salt: sessionToken.name,
    takes: async (token) => {
      const response = await visitor(sessionToken.name, token).get(`${BASE}/session`)
      return (await response.json()) !== null
    },
  },
  transaction: {
    salt: transaction.name,
    without: 'identifier',
    takes: async (token) => {
      const browser = visitor(underWay.cookieName, token)
      const response = await browser.get(idp.agree(underWay.authorizationUrl).href)
      return (
        response.headers.get('location') === PLANTED &&
        browser.cookies(ORIGIN).some(({ name }) => name === sessionToken.name)
      )
    },
  },
  'callback url': {
    salt: callbackUrl.name,
    takes: async (token) => {
      const response = await visitor(callbackUrl.name, token).post(`${BASE}/callback/credentials`, {
        password: 'right',
      })
      return response.headers.get('location') === PLANTED
    },
  },
  'state for a redirect proxy': {
    salt: 'encodedState',
    takes: async (token) => {
      const response = await new Browser(app).get(
        `${BASE}/callback/idp?${new URLSearchParams({ code: 'x', state: token })}`,
      )
      return response.headers.get('location')?.startsWith(PREVIEW) ?? false
    },
  },
  'binding of a link': { salt: transaction.name, without: 'state', takes: takesAsBinding },
}

/** A token of one purpose that holds what every slot looks for. */
function artefact({ salt, without = '' }: Pick<Slot, 'salt' | 'without'>): Promise<string> {
  const { [without]: _, ...claims } = {
    ...underWay.claims,
    name: 'Ann',
    sub: 'ann',
    url: PLANTED,
    callbackUrl: PLANTED,
    identifier: ADDRESS,
    origin: PREVIEW,
    random: 'x',
  } as JWT
  return encode({ token: claims, secret: SECRET, salt })
}

// proves P-JW-2, P-CK-5, §5.5
describe('what was sealed for one purpose opens in no other slot', () => {
  const names = Object.keys(slots)
  const pairs = names.flatMap((purpose) => names.map((slot): [string, string] => [purpose, slot]))

  // proves §5.1, §5.5 a, P-OA-13
  it.each(pairs)('a %s in the slot of a %s', async (purpose, slot) => {
    const token = await artefact(slots[purpose] as Slot)
    expect(await slots[slot]?.takes(token)).toBe(purpose === slot)
  })

  // proves §5.1
  it.each(names)('nor does a token that is sealed for no purpose of ours in that of a %s', async (slot) => {
    expect(await slots[slot]?.takes(await artefact({ salt: '' }))).toBe(false)
  })

  // proves §5.5 b
  it.each(names)('nor does the challenge for a passkey in that of a %s', async (slot) => {
    expect(await slots[slot]?.takes(await artefact({ salt: webauthnChallenge.name }))).toBe(false)
  })

  // proves §4.4, P-OA-13
  it('nor does a CSRF token, which is not sealed at all', async () => {
    const browser = new Browser(app)
    await browser.get(`${BASE}/csrf`)
    const [{ value } = { value: '' }] = browser.cookies(ORIGIN)
    for (const token of [value, decodeURIComponent(value)]) {
      for (const { takes } of Object.values(slots)) expect(await takes(token)).toBe(false)
    }
  })
})
