import { BASE } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type AuthConfig, customFetch } from 'latchkey'
import GitHub from 'latchkey/providers/github'
import { type AccountSite, createSite, type SiteOptions } from '../passwords/account-site.ts'

export { ORIGIN } from '@latchkey/test-support/kit/app.ts'
export {
  type AccountSite,
  ANN,
  asUser,
  enroll,
  NEW,
  OLD,
  STRATEGIES,
  sessionOf,
  signedIn,
  signIn,
} from '../passwords/account-site.ts'

export const ACCOUNT = `${BASE}/account`

/** The application, and the tokens that were revoked at GitHub. */
export interface TestSite extends AccountSite {
  readonly revoked: string[]
}

/** Creates an application with account pages, whose user Ann has an account at GitHub. */
export async function createAccountSite({ config, ...options }: SiteOptions = {}): Promise<TestSite> {
  const revoked: string[] = []
  const github = GitHub({
    clientId: 'id',
    clientSecret: 'secret',
    [customFetch]: async (_url, init) => {
      revoked.push((JSON.parse(String(init?.body)) as { access_token: string }).access_token)
      return new Response(null, { status: 204 })
    },
  })
  const site = await createSite({
    ...options,
    config: {
      account: true,
      secondFactor: {},
      ...config,
      providers: [github, ...(config?.providers ?? [])],
    } as Partial<AuthConfig>,
  })
  await site.adapter.linkAccount({
    userId: 'ann',
    type: 'oauth',
    provider: 'github',
    providerAccountId: '42',
    access_token: 'gho_access',
    refresh_token: 'ghr_refresh',
    id_token: 'eyJ.id.token',
    scope: 'read:user',
  })
  return { ...site, revoked }
}

/** Reads an endpoint as JSON. */
export async function readJson(
  browser: Browser,
  url: string = ACCOUNT,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await browser.get(url, { accept: 'application/json' })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Sends a form of the account pages as a script does. */
export async function change(
  browser: Browser,
  section: string,
  fields: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await browser.post(`${ACCOUNT}/${section}`, fields, { accept: 'application/json' })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Sends the same from another site. */
export function postFromElsewhere(
  browser: Browser,
  section: string,
  fields: Record<string, string>,
): Promise<Response> {
  return browser.post(`${ACCOUNT}/${section}`, fields, {
    origin: 'https://evil.test',
    'sec-fetch-site': 'cross-site',
    referer: 'https://evil.test/',
  })
}
