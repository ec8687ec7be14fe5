import { createAuth } from 'latchkey'
import { decode, encode, type JWT } from 'latchkey/jwt'
import { beforeAll, describe, expect, it } from 'vitest'
import { type App, BASE, createApp, createIdp, ORIGIN, oidcFor, people, SECRET } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

// Each artefact holds all that any slot asks for. So nothing but its purpose can be why another slot refuses it: in its own slot it is taken.

const PLANTED = `${ORIGIN}/planted`
const idp = createIdp()
const app: App = createApp({ providers: [oidcFor(idp), people] })
const { sessionToken, callbackUrl, transaction } = createAuth(app.config).config.cookies.secure

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
  return { cookieName: cookie?.name ?? '', authorizationUrl: response.headers.get('location') ?? '', claims: claims ?? {} }
}

let underWay: UnderWay

beforeAll(async () => {
  underWay = await begin()
})

/** A visitor whose browser holds a token in a cookie where it was not put by us. */
function visitor(cookieName: string, token: string): Browser {
  const browser = new Browser(app)
  browser.plant(ORIGIN, cookieName, token)
  return browser
}

/** Where a token can be put, by its purpose; each says whether it was taken. */
const slots: Record<string, { salt: string; takes: (token: string) => Promise<boolean> }> = {
  'session token': {
    salt: sessionToken.name,
    takes: async (token) => {
      const response = await visitor(sessionToken.name, token).get(`${BASE}/session`)
      return (await response.json()) !== null
    },
  },
  transaction: {
    salt: transaction.name,
    takes: async (token) => {
      const browser = visitor(underWay.cookieName, token)
      const response = await browser.get(idp.agree(underWay.authorizationUrl).href)
      return response.headers.get('location') === PLANTED && browser.cookies(ORIGIN).some(({ name }) => name === sessionToken.name)
    },
  },
  'callback url': {
    salt: callbackUrl.name,
    takes: async (token) => {
      const response = await visitor(callbackUrl.name, token).post(`${BASE}/callback/credentials`, { password: 'right' })
      return response.headers.get('location') === PLANTED
    },
  },
}

describe('what was sealed for one purpose opens in no other slot', () => {
  const names = Object.keys(slots)
  const pairs = names.flatMap((purpose) => names.map((slot): [string, string] => [purpose, slot]))

  it.each(pairs)('a %s in the slot of a %s', async (purpose, slot) => {
    const claims = { ...underWay.claims, name: 'Ann', sub: 'ann', url: PLANTED, returnUrl: PLANTED }
    const token = await encode({ token: claims, secret: SECRET, salt: slots[purpose]?.salt ?? '' })
    expect(await slots[slot]?.takes(token)).toBe(purpose === slot)
  })

  it('nor does a token that is sealed for no purpose of ours', async () => {
    const token = await encode({ token: { ...underWay.claims, url: PLANTED }, secret: SECRET, salt: '' })
    for (const { takes } of Object.values(slots)) expect(await takes(token)).toBe(false)
  })
})
