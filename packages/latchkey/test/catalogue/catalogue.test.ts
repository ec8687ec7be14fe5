import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type AuthConfig, customFetch, type OAuthUserConfig, type Provider } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { resolve } from './resolve.ts'
import { CLIENT_ID, CLIENT_SECRET, type Sample } from './sample.ts'
import { Vendor } from './provider-server.ts'

type Factory = (options: OAuthUserConfig) => Provider

const PROVIDERS = new URL('../../src/providers/', import.meta.url)
/** Of no vendor: people with passwords, and any OpenID provider. */
const OF_NO_VENDOR = ['credentials', 'oidc']

const ids = readdirSync(fileURLToPath(PROVIDERS))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((id) => !OF_NO_VENDOR.includes(id))

it('has every provider that applications on Auth.js have, under its name', () => {
  const theirs = readdirSync(new URL('.', import.meta.resolve('@auth/core/providers/github')))
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.replace(/\.js$/, ''))
    .filter((name) => !OF_NO_VENDOR.concat('oauth', 'index', 'provider-types').includes(name))
  const rooms = ['providers', 'mail', 'passkeys'].map((room) =>
    fileURLToPath(new URL(`../../src/${room}/`, import.meta.url)),
  )
  const ours = rooms.flatMap((room) => readdirSync(room)).map((name) => name.replace(/\.tsx?$/, ''))
  expect(theirs.length).toBeGreaterThan(90)
  expect(theirs.filter((name) => !ours.includes(name))).toEqual([])
})

describe.each(ids)('%s', async (id) => {
  const { default: factory } = (await import(`../../src/providers/${id}.ts`)) as { default: Factory }
  const { default: sample } = (await import(`./samples/${id}.ts`)) as { default: Sample }

  it('signs in whom the vendor says it saw', async () => {
    const { vendor, browser, seen } = await signIn(factory, sample)
    expect(vendor.complaints).toEqual([])
    const { id: account, ...user } = { ...nobody, ...sample.user }
    expect(seen).toEqual([{ account, user }])
    const session = (await (await browser.get(`${BASE}/session`)).json()) as { user: object } | null
    expect({ ...nobody, ...session?.user }).toEqual(user)
  })

  it('tells of an address whether the vendor verified it', async () => {
    const provider = await resolve(factory(optionsOf(sample)))
    expect(provider.isEmailVerified(sample.profile)).toBe(sample.isEmailVerified ?? false)
  })

  it('is named by its file, can be listed uncalled, and takes what an application sets', () => {
    expect(factory({}).id).toBe(id === 'ory-hydra' ? 'hydra' : id)
    expect(factory({ clientId: CLIENT_ID })).toMatchObject({ options: { clientId: CLIENT_ID } })
  })
})

const nobody = { name: null, email: null, image: null }

interface SignedIn {
  readonly vendor: Vendor
  readonly browser: Browser
  /** Whom the listeners heard of. */
  readonly seen: { account: string; user: object }[]
}

async function signIn(factory: Factory, sample: Sample): Promise<SignedIn> {
  const options = optionsOf(sample)
  const vendor = new Vendor(await resolve(factory(options)), sample)
  const seen: SignedIn['seen'] = []
  const events: AuthConfig['events'] = {
    signIn({ user: { name = null, email = null, image = null }, account }) {
      seen.push({ account: account?.providerAccountId ?? '', user: { name, email, image } })
    },
  }
  const provider = factory({ ...options, [customFetch]: vendor.fetch })
  const app = createApp({ providers: [provider], events })
  const browser = new Browser(app)
  const begun = await browser.post(`${BASE}/signin/${provider.id}`, { callbackUrl: '/after' })
  const { url, form } = vendor.agree(begun.headers.get('location') ?? '')
  // A form that the vendor's site posts comes from another origin, and a page that its redirect opens too.
  const answer =
    form === undefined
      ? await browser.get(url.href, {
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'document',
        })
      : await browser.post(url.href, form, {
          origin: 'https://vendor.invalid',
          'sec-fetch-site': 'cross-site',
        })
  expect(app.log.filter(({ level }) => level !== 'debug')).toEqual([])
  expect(answer.headers.get('location')).toBe(`${ORIGIN}/after`)
  return { vendor, browser, seen }
}

function optionsOf({ options }: Sample): OAuthUserConfig {
  return { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...options }
}
