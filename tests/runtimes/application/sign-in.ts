import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { assertEqual, assertMatch } from './assertions.ts'
import { authorize } from './provider.ts'
import { BASE, createSite, ORIGIN } from './site.ts'

/** Signs in with an OpenID provider that requires `state`, `nonce` and PKCE. */
export async function withOpenId(): Promise<void> {
  const browser = new Browser(createSite())
  const started = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
  const callback = await browser.get(authorize(started.headers.get('location') ?? ''))
  assertEqual(callback.headers.get('location'), `${ORIGIN}/after`, 'redirect target of the callback')
  assertEqual(
    (await readSession(browser))?.user,
    { name: 'Ann', email: 'ann@example.com' },
    'user of the ID token',
  )
  const other = await new Browser(createSite()).get(authorize(started.headers.get('location') ?? ''))
  assertMatch(
    other.headers.get('location'),
    /\/auth\/signin\?error=MissingCookie/,
    'redirect target of the callback in another browser',
  )
}

/** Signs in with the correct password, but not with a wrong one. */
export async function withPassword(): Promise<void> {
  const browser = new Browser(createSite())
  const rejected = await browser.post(`${BASE}/callback/credentials`, {
    email: 'ann@example.com',
    password: 'wrong',
  })
  assertMatch(
    rejected.headers.get('location'),
    /\/auth\/signin\?error=CredentialsSignin/,
    'redirect target for a wrong password',
  )
  assertEqual(await readSession(browser), null, 'session after a wrong password')
  const response = await browser.post(`${BASE}/callback/credentials`, {
    email: 'ann@example.com',
    password: 'right',
    callbackUrl: '/after',
  })
  assertEqual(response.headers.get('location'), `${ORIGIN}/after`, 'redirect target for the correct password')
  assertEqual((await readSession(browser))?.user, { name: 'Ann', email: 'ann@example.com' }, 'user')
}

/**
 * Signs in with an e-mail link. The session is stored in a database, and sign-out deletes it there.
 */
export async function withEmailLink(): Promise<void> {
  const sentUrls: string[] = []
  const email: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void sentUrls.push(url),
  }
  const adapter = memory()
  const browser = new Browser(createSite({ providers: [email], adapter }))
  await browser.post(`${BASE}/signin/email`, { email: 'Bob@Example.com', callbackUrl: '/after' })
  const [link = ''] = sentUrls
  assertEqual(
    (await browser.get(link)).headers.get('location'),
    `${ORIGIN}/after`,
    'redirect target of the link',
  )
  assertEqual((await readSession(browser))?.user?.email, 'bob@example.com', 'e-mail address of the user')
  const secondUse = await browser.post(
    `${BASE}/callback/email`,
    Object.fromEntries(new URL(link).searchParams),
  )
  assertEqual(
    secondUse.headers.get('location'),
    `${BASE}/error?error=Verification`,
    'redirect target of the second use of the link',
  )
  const cookies = browser.cookies(ORIGIN)
  await browser.post(`${BASE}/signout`)
  for (const { name, value } of cookies) browser.plant(ORIGIN, name, value)
  assertEqual(await readSession(browser), null, 'session after sign-out, with the old cookies')
}

interface PublicSession {
  readonly user?: { readonly name?: string; readonly email?: string }
  readonly expires: string
}

/** Returns the response of the session endpoint to a browser. */
export async function readSession(browser: Browser): Promise<PublicSession | null> {
  return (await browser.get(`${BASE}/session`)).json()
}
