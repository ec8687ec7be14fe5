import { open, press, signInAtProvider } from '@latchkey/test-support/browser/steps.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type RunningProvider, startProvider } from '@latchkey/test-support/servers/provider.ts'
import { expect } from 'vitest'

const CLIENT = { clientId: 'the-application', clientSecret: 'a secret that only the provider knows' }

/** The variables of every guide. */
export interface Variables {
  readonly AUTH_SECRET: string
  readonly AUTH_URL: string
  readonly AUTH_GITHUB_ID: string
  readonly AUTH_GITHUB_SECRET: string
  readonly AUTH_GITHUB_ISSUER: string
}

/** Starts the provider that stands for GitHub, and returns the variables of the application. */
export async function startGitHub(
  origin: string,
  basePath: string,
): Promise<{ provider: RunningProvider; variables: Variables }> {
  const redirectUris = [`${origin}${basePath}/callback/github`]
  const provider = await startProvider({ clients: [{ ...CLIENT, redirectUris }] })
  const variables = {
    AUTH_SECRET: 'a secret of a deployment, with more than 32 characters',
    AUTH_URL: origin,
    AUTH_GITHUB_ID: CLIENT.clientId,
    AUTH_GITHUB_SECRET: CLIENT.clientSecret,
    AUTH_GITHUB_ISSUER: provider.issuer,
  }
  return { provider, variables }
}

/**
 * Opens a protected page, signs in at the provider, reads the session, and signs out.
 */
export async function signInAndOut(origin: string, basePath: string, browser = new Browser()): Promise<void> {
  const page = await open(browser, `${origin}/account`)
  expect(new URL(page.url).pathname).toBe(`${basePath}/signin`)
  const account = await signInAtProvider(browser, await press(browser, page, 'GitHub'), 'Ada Lovelace')
  expect([account.url, account.response.status]).toEqual([`${origin}/account`, 200])
  expect(await account.response.text()).toContain('ada@example.com')
  const readSession = async (): Promise<unknown> => (await browser.get(`${origin}${basePath}/session`)).json()
  expect(await readSession()).toMatchObject({ user: { email: 'ada@example.com' } })
  await browser.post(`${origin}${basePath}/signout`)
  expect(await readSession()).toBeNull()
}
