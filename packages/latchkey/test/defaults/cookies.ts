import { BASE } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { code, duration, section } from './render.ts'
import { EMAIL, type Setup, START, setUp, signIn } from './setup.ts'

/** A cookie: the last part of its name, what it is for, and a request that sets it. */
interface Source {
  readonly name: string
  readonly purpose: string
  readonly request: (setup: Setup) => Promise<Response>
}

const SOURCES: readonly Source[] = [
  { name: 'session-token', purpose: 'Session', request: ({ browser, idp }) => signInAt(idp, browser) },
  {
    name: 'csrf-token',
    purpose: 'CSRF token, with a hash of it',
    request: ({ browser }) => browser.get(`${BASE}/csrf`),
  },
  {
    name: 'callback-url',
    purpose: 'Page to go to after the sign-in, encrypted',
    request: ({ browser }) => browser.get(`${BASE}/signin?callbackUrl=/after`),
  },
  {
    name: 'transaction',
    purpose: 'Pending sign-in at a provider, encrypted',
    request: ({ browser }) => browser.post(`${BASE}/signin/idp`),
  },
  {
    name: 'transaction',
    purpose: 'Request for an e-mail link, encrypted',
    request: ({ browser }) => browser.post(`${BASE}/signin/email`, { email: EMAIL }),
  },
  {
    name: 'transaction',
    purpose: 'Account name after wrong credentials, encrypted',
    request: (setup) => signIn(setup, { password: 'wrong' }),
  },
  {
    name: 'challenge',
    purpose: 'Passkey challenge, encrypted',
    request: ({ browser }) => browser.get(`${BASE}/webauthn-options/passkey?action=authenticate`),
  },
]

/** Describes the cookies of all flows, as the responses set them. */
export async function cookies(): Promise<string> {
  const rows: string[][] = []
  for (const source of SOURCES) {
    const setup = setUp()
    const response = await source.request({ ...setup, browser: new Browser(setup.app) })
    rows.push(findRow(source, response.headers.getSetCookie()))
  }
  return section('Cookies', ['Purpose', 'Name over HTTPS', 'Attributes', 'Lifetime in the browser'], rows)
}

function findRow({ name, purpose }: Source, headers: readonly string[]): string[] {
  const header = headers.find((each) => each.includes(`latchkey.${name}`) && !/max-age=0/i.test(each))
  if (header === undefined) throw new Error(`No cookie ${name} was set: ${headers.join(', ')}`)
  const [pair = '', ...attributes] = header.split('; ')
  // Each pending sign-in has a cookie of its own, whose name ends differently.
  const shown = pair.slice(0, pair.indexOf('=')).replace(/(\.[a-z-]+\.)[\w-]+$/, '$1…')
  const lasting = attributes.filter((attribute) => !/^(?:max-age|expires)=/i.test(attribute))
  return [purpose, code(shown), lasting.map(code).join(' '), describeLifetime(attributes)]
}

function describeLifetime(attributes: readonly string[]): string {
  for (const attribute of attributes) {
    const [name = '', value = ''] = attribute.split('=')
    if (/^max-age$/i.test(name)) return duration(Number(value))
    if (/^expires$/i.test(name)) return duration((Date.parse(value) - START.getTime()) / 1000)
  }
  return 'until the browser is closed'
}
