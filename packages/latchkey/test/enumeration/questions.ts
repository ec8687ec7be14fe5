import { Browser } from '@latchkey/test-support/kit/browser.ts'
import {
  ADDRESSES,
  BASE,
  type EnumerationSite,
  FOR_CODES,
  ORIGIN,
  OTHER_USER,
  PHONES,
  type Who,
  WITHOUT_PASSWORD,
} from './site.ts'

/** A request that could reveal whether a user exists. */
export interface Question {
  readonly name: string
  /** Default: 200. Fewer if the response takes long by design. */
  readonly warmUps?: number
  /** Does what comes before the request, and returns the request. */
  prepare(site: EnumerationSite, who: Who): Promise<() => Promise<Response>>
}

const JSON_HEADERS = { accept: 'application/json', 'x-auth-return-redirect': '1' }
const TOKEN = 'f'.repeat(64)

/** Every endpoint that takes an address, a name or a key. */
export const QUESTIONS: readonly Question[] = [
  form('a link for an address', 'signin/email', (who) => ({ email: ADDRESSES[who] })),
  form('a link for an address, by a script', 'signin/email', (who) => ({ email: ADDRESSES[who] }), {
    headers: JSON_HEADERS,
  }),
  form('a code and a link for an address', 'signin/both', (who) => ({ email: FOR_CODES.both[who] })),
  form('a code for an address', 'signin/only', (who) => ({ email: FOR_CODES.only[who] })),
  form('a code for a telephone number', 'signin/code', (who) => ({ phone: PHONES[who] })),
  page(
    'a wrong link',
    (who) => `callback/email?${new URLSearchParams({ email: ADDRESSES[who], token: TOKEN })}`,
  ),
  form('a wrong link that is confirmed', 'callback/email', (who) => ({
    email: ADDRESSES[who],
    token: TOKEN,
  })),
  form(
    'a wrong password',
    'callback/credentials',
    (who) => ({ email: ADDRESSES[who], password: 'a wrong password' }),
    { warmUps: 3 },
  ),
  form(
    'a wrong password that Latchkey stores',
    'callback/password',
    (who) => ({ email: ADDRESSES[who], password: 'a wrong password' }),
    { warmUps: 3 },
  ),
  form(
    'a password of a user who has none',
    'callback/password',
    (who) => ({ email: WITHOUT_PASSWORD[who], password: 'a wrong password' }),
    { warmUps: 3 },
  ),
  form('a sign-up', 'signup', (who) => ({ email: ADDRESSES[who], password: 'a password of a new user' }), {
    warmUps: 3,
  }),
  form(
    'a sign-up by a script',
    'signup',
    (who) => ({ email: ADDRESSES[who], password: 'a password of a new user' }),
    { warmUps: 3, headers: JSON_HEADERS },
  ),
  form('a sign-up with a password that is too short', 'signup', (who) => ({
    email: ADDRESSES[who],
    password: 'short',
  })),
  page(
    'a wrong link to sign up',
    (who) => `signup?${new URLSearchParams({ email: ADDRESSES[who], token: TOKEN })}`,
  ),
  form(
    'a sign-up with a wrong link',
    'signup',
    (who) => ({ email: ADDRESSES[who], token: TOKEN, password: 'a password of a guesser' }),
    { warmUps: 3 },
  ),
  { name: 'a wrong code to sign up', warmUps: 3, prepare: prepareSignUpCode },
  form('a link for a new password', 'reset', (who) => ({ email: ADDRESSES[who] })),
  form('a link for a new password, by a script', 'reset', (who) => ({ email: ADDRESSES[who] }), {
    headers: JSON_HEADERS,
  }),
  page(
    'a wrong link for a new password',
    (who) => `reset?${new URLSearchParams({ email: ADDRESSES[who], token: TOKEN })}`,
  ),
  form(
    'a new password with a wrong link',
    'reset',
    (who) => ({ email: ADDRESSES[who], token: TOKEN, password: 'a password of a guesser' }),
    { warmUps: 3 },
  ),
  { name: 'a change to an address', prepare: prepareAddressChange },
  ...['passkey', 'webauthn'].flatMap((provider) => [
    options(provider, 'passkey options', {}),
    options(provider, 'passkey options to sign in', { action: 'authenticate' }),
    options(provider, 'passkey options to register', { action: 'register' }),
  ]),
  { name: 'a passkey with a wrong signature', prepare: prepareWrongSignature },
]

function form(
  name: string,
  path: string,
  fields: (who: Who) => Record<string, string>,
  { headers, ...more }: { headers?: Record<string, string>; warmUps?: number } = {},
): Question {
  return {
    name,
    ...more,
    prepare: async (site, who) => () => new Browser(site).post(`${BASE}/${path}`, fields(who), headers),
  }
}

function page(name: string, path: (who: Who) => string): Question {
  return { name, prepare: async (site, who) => () => new Browser(site).get(`${BASE}/${path(who)}`) }
}

function options(provider: string, name: string, query: Record<string, string>): Question {
  return page(
    `${name}, with the provider "${provider}"`,
    (who) => `webauthn-options/${provider}?${new URLSearchParams({ ...query, email: ADDRESSES[who] })}`,
  )
}

/** A guess at the code, where the sign-up of the address waits. */
async function prepareSignUpCode(site: EnumerationSite, who: Who): Promise<() => Promise<Response>> {
  const browser = new Browser(site)
  const fields = { email: ADDRESSES[who], password: 'a password of a new user' }
  await browser.post(`${BASE}/signup`, fields)
  return () => browser.post(`${BASE}/signup`, { code: '00000000' })
}

/** Another user, who is signed in, asks for the address. */
async function prepareAddressChange(site: EnumerationSite, who: Who): Promise<() => Promise<Response>> {
  const started = await site.auth.users.startSession(new Request(ORIGIN), OTHER_USER)
  const cookie = started.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const caller = new Request(ORIGIN, { headers: { cookie, origin: ORIGIN } })
  return async () => {
    const headers = new Headers()
    const user = await site.auth.currentUser(caller, (cookies) => {
      for (const { name, value } of cookies) headers.append('set-cookie', `${name}=${value}`)
    })
    const pending = await user?.email.change(ADDRESSES[who])
    return Response.json({ ...pending, expires: undefined }, { headers })
  }
}

/** A signature of another key, for a challenge of this browser. */
async function prepareWrongSignature(site: EnumerationSite, who: Who): Promise<() => Promise<Response>> {
  const browser = new Browser(site)
  const response = await browser.get(`${BASE}/webauthn-options/webauthn?action=authenticate`)
  const { options } = (await response.json()) as { options: { challenge: string } }
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
  ])
  const credential = await site.passkeys[who].get(
    { ...options, rpId: new URL(ORIGIN).hostname },
    { key: privateKey },
  )
  const fields = { action: 'authenticate', data: JSON.stringify(credential) }
  return () => browser.post(`${BASE}/callback/webauthn`, fields)
}
