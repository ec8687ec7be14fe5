import { readdirSync } from 'node:fs'
import { type AuthConfig, customFetch, type OAuthUserConfig, type ProviderConfig } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { ProviderServer } from './provider-server.ts'
import { resolve } from './resolve.ts'
import { CLIENT_ID, CLIENT_SECRET, type Sample } from './sample.ts'

type Factory = (options: OAuthUserConfig) => ProviderConfig

const PROVIDERS = new URL('../../src/providers/', import.meta.url)
/** Modules that belong to no particular service. */
const GENERIC_PROVIDERS = ['credentials', 'email', 'oidc', 'passkey', 'webauthn']
/** E-mail providers, which mail.test.ts tests. */
const EMAIL_PROVIDERS = ['forwardemail', 'loops', 'mailgun', 'nodemailer', 'postmark', 'resend', 'sendgrid']

const ids = readdirSync(PROVIDERS)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((id) => !GENERIC_PROVIDERS.includes(id) && !EMAIL_PROVIDERS.includes(id))

it('has every provider of Auth.js under the same name', () => {
  const authJsModules = readdirSync(new URL('.', import.meta.resolve('@auth/core/providers/github')))
    .filter((name) => name.endsWith('.js'))
    .map((name) => name.replace(/\.js$/, ''))
    .filter((name) => !['credentials', 'oidc', 'oauth', 'index', 'provider-types'].includes(name))
  const modules = readdirSync(PROVIDERS).map((name) => name.replace(/\.ts$/, ''))
  expect(authJsModules.length).toBeGreaterThan(90)
  expect(authJsModules.filter((name) => !modules.includes(name))).toEqual([])
})

describe.each(ids)('%s', async (id) => {
  const { default: factory } = (await import(`../../src/providers/${id}.ts`)) as { default: Factory }
  const { default: sample } = (await import(`./samples/${id}.ts`)) as { default: Sample }

  it('signs in the user that the provider returns', async () => {
    const { server, browser, signIns } = await signIn(factory, sample)
    expect(server.rejections).toEqual([])
    const { id: providerAccountId, ...user } = { ...emptyUser, ...sample.user }
    expect(signIns).toEqual([{ providerAccountId, user }])
    const session = (await (await browser.get(`${BASE}/session`)).json()) as { user: object } | null
    expect({ ...emptyUser, ...session?.user }).toEqual(user)
  })

  it('reports whether the provider verified the e-mail address', async () => {
    const provider = await resolve(factory(optionsOf(sample)))
    expect(provider.isEmailVerified(sample.profile) ?? false).toBe(sample.isEmailVerified ?? false)
  })

  it('has the ID of its module, works without options, and accepts options', () => {
    expect(factory({}).id).toBe(id === 'ory-hydra' ? 'hydra' : id)
    expect(factory({ clientId: CLIENT_ID })).toMatchObject({ options: { clientId: CLIENT_ID } })
  })
})

const emptyUser = { name: null, email: null, image: null }

interface SignInResult {
  readonly server: ProviderServer
  readonly browser: Browser
  /** What the event `signIn` reported. */
  readonly signIns: { providerAccountId: string; user: object }[]
}

async function signIn(factory: Factory, sample: Sample): Promise<SignInResult> {
  const options = optionsOf(sample)
  const server = new ProviderServer(await resolve(factory(options)), sample)
  const signIns: SignInResult['signIns'] = []
  const events: AuthConfig['events'] = {
    signIn({ user: { name = null, email = null, image = null }, account }) {
      signIns.push({ providerAccountId: account?.providerAccountId ?? '', user: { name, email, image } })
    },
  }
  const provider = factory({ ...options, [customFetch]: server.fetch })
  const app = createApp({ providers: [provider], events })
  const browser = new Browser(app)
  const redirect = await browser.post(`${BASE}/signin/${provider.id}`, { callbackUrl: '/after' })
  const { url, form } = server.authorize(redirect.headers.get('location') ?? '')
  // Both the provider's redirect and the form that its site posts are cross-site requests.
  const response =
    form === undefined
      ? await browser.get(url.href, {
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'document',
        })
      : await browser.post(url.href, form, {
          origin: 'https://provider.invalid',
          'sec-fetch-site': 'cross-site',
        })
  expect(app.log.filter(({ level }) => level !== 'debug')).toEqual([])
  expect(response.headers.get('location')).toBe(`${ORIGIN}/after`)
  return { server, browser, signIns }
}

function optionsOf({ options }: Sample): OAuthUserConfig {
  return { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...options }
}
