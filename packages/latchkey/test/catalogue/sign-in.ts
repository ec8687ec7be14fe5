import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type AuthConfig, customFetch, type OAuthUserConfig } from 'latchkey'
import { expect } from 'vitest'
import type { Factory } from './modules.ts'
import { ProviderServer } from './provider-server.ts'
import { resolve } from './resolve.ts'
import { CLIENT_ID, CLIENT_SECRET, type Sample } from './sample.ts'

/** A browser whose user has signed in. */
export interface SignInResult {
  readonly app: App
  readonly server: ProviderServer
  readonly browser: Browser
  /** What the event `signIn` reported. */
  readonly signIns: { providerAccountId: string; user: object }[]
}

/** What a test changes. */
export interface Changes {
  readonly config?: Partial<AuthConfig>
  /** Options of the factory, in addition to those of the sample. */
  readonly options?: OAuthUserConfig
  /** Handles the requests to the provider in place of its server. */
  readonly serve?: (server: ProviderServer) => typeof fetch
}

/** Signs the user of a sample in, at the server that is made of the provider's data. */
export async function signIn(
  factory: Factory,
  sample: Sample,
  { config, options: added, serve = ({ fetch }) => fetch }: Changes = {},
): Promise<SignInResult> {
  const options = { ...toOptions(sample), ...added }
  const server = new ProviderServer(await resolve(factory(options)), sample)
  const signIns: SignInResult['signIns'] = []
  const events: AuthConfig['events'] = {
    signIn({ user: { name = null, email = null, image = null }, account }) {
      signIns.push({ providerAccountId: account?.providerAccountId ?? '', user: { name, email, image } })
    },
  }
  const provider = factory({ ...options, [customFetch]: serve(server) })
  const app = createApp({ providers: [provider], events, ...config })
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
  return { app, server, browser, signIns }
}

/** Returns the options of a provider in the tests. */
export function toOptions({ options }: Sample): OAuthUserConfig {
  return { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, ...options }
}
