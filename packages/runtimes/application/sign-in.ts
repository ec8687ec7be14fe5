import type { EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { Browser } from '../../latchkey/test/kit/browser.ts'
import { matches, same } from './expectation.ts'
import { agree } from './provider.ts'
import { BASE, createSite, ORIGIN } from './site.ts'

/** Signs in at an OpenID provider that insists on `state`, `nonce` and PKCE. */
export async function withOpenId(): Promise<void> {
  const browser = new Browser(createSite())
  const begun = await browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' })
  const answered = await browser.get(agree(begun.headers.get('location') ?? ''))
  same(answered.headers.get('location'), `${ORIGIN}/after`, 'where the answer leads')
  same(
    (await sessionOf(browser))?.user,
    { name: 'Ann', email: 'ann@example.com' },
    'the user, from the ID token',
  )
  const other = await new Browser(createSite()).get(agree(begun.headers.get('location') ?? ''))
  matches(
    other.headers.get('location'),
    /\/auth\/error\?error=Configuration/,
    'the same answer in another browser',
  )
}

/** Signs in with the right password, and not with a wrong one. */
export async function withPassword(): Promise<void> {
  const browser = new Browser(createSite())
  const refused = await browser.post(`${BASE}/callback/credentials`, {
    email: 'ann@example.com',
    password: 'wrong',
  })
  matches(
    refused.headers.get('location'),
    /\/auth\/signin\?error=CredentialsSignin/,
    'where a wrong password leads',
  )
  same(await sessionOf(browser), null, 'the session after a wrong password')
  const response = await browser.post(`${BASE}/callback/credentials`, {
    email: 'ann@example.com',
    password: 'right',
    callbackUrl: '/after',
  })
  same(response.headers.get('location'), `${ORIGIN}/after`, 'where the right password leads')
  same((await sessionOf(browser))?.user, { name: 'Ann', email: 'ann@example.com' }, 'the user')
}

/** Signs in with a link from a mail; the session lives in a database, and sign-out deletes it there. */
export async function withMail(): Promise<void> {
  const sent: string[] = []
  const mail: EmailConfig = {
    id: 'email',
    name: 'e-mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => void sent.push(url),
  }
  const adapter = memory()
  const browser = new Browser(createSite({ providers: [mail], adapter }))
  await browser.post(`${BASE}/signin/email`, { email: 'Bob@Example.com', callbackUrl: '/after' })
  const [link = ''] = sent
  same((await browser.get(link)).headers.get('location'), `${ORIGIN}/after`, 'where the link leads')
  same((await sessionOf(browser))?.user?.email, 'bob@example.com', 'the address of the user')
  const again = await browser.post(`${BASE}/callback/email`, Object.fromEntries(new URL(link).searchParams))
  same(
    again.headers.get('location'),
    `${BASE}/error?error=Verification`,
    'where the link leads the second time',
  )
  const cookies = browser.cookies(ORIGIN)
  await browser.post(`${BASE}/signout`)
  for (const { name, value } of cookies) browser.plant(ORIGIN, name, value)
  same(await sessionOf(browser), null, 'the session after sign-out, with the old cookies')
}

interface SeenSession {
  readonly user?: { readonly name?: string; readonly email?: string }
  readonly expires: string
}

/** What a browser is told about its session. */
export async function sessionOf(browser: Browser): Promise<SeenSession | null> {
  return (await browser.get(`${BASE}/session`)).json()
}
