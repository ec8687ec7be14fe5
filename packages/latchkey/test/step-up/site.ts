import { createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { type Browser, findForms, type Site } from '@latchkey/test-support/kit/browser.ts'
import { type AuthConfig, type CredentialsConfig, createAuth } from 'latchkey'
import Credentials from 'latchkey/providers/credentials'

/** An application with a page and a form, which ask for a recent sign-in. */
export interface ProtectedSite extends Site {
  /** What the form has done. */
  readonly transfers: Record<string, string>[]
  readonly logged: readonly string[]
  readonly config: AuthConfig
}

/** Ten minutes, in seconds. */
const WITHIN = 600
export const FORM = `${ORIGIN}/transfer`

function passwords(userId?: string): CredentialsConfig {
  return Credentials({
    credentials: { email: {}, password: {} },
    authorize: ({ email, password }) =>
      password === 'right' ? { id: userId ?? String(email), email: String(email) } : null,
  })
}

/**
 * Creates an application. Its form runs only with a recent sign-in.
 *
 * @param userId the id of the user who signs in. Default: the address
 */
export function createSite(
  config: Partial<AuthConfig> = {},
  demand: object = { within: WITHIN },
  userId?: string,
): ProtectedSite {
  const app = createApp({ account: { security: true }, providers: [passwords(userId)], ...config })
  const auth = createAuth(app.config)
  const transfers: Record<string, string>[] = []
  return {
    origin: ORIGIN,
    transfers,
    config: app.config,
    get logged() {
      return app.errors
    },
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/auth/')) return auth.handle(request)
      const form = request.method === 'POST' ? await request.clone().formData() : undefined
      const { session, stepUp, cookies } = await auth.protect(request, {
        ...demand,
        form,
        omit: ['pin'],
      })
      const headers = new Headers(
        cookies.map(({ name, value }) => ['set-cookie', `${name}=${value}; path=/`]),
      )
      const location = stepUp?.url ?? (session ? undefined : `${ORIGIN}/auth/signin`)
      if (location !== undefined) {
        headers.set('location', location)
        return new Response(null, { status: 303, headers })
      }
      if (form) transfers.push(Object.fromEntries(form) as Record<string, string>)
      return new Response(form ? 'sent' : 'page', { headers })
    },
  }
}

/** Opens the form's page and submits its fields. @returns the last response, and its URL */
export async function submit(
  browser: Browser,
  fields: Record<string, string>,
): Promise<{ url: string; response: Response }> {
  return browser.follow(await browser.post(FORM, fields, { referer: FORM }))
}

/** Signs in on the sign-in page. Each address is another user. */
export async function signIn(
  browser: Browser,
  callbackUrl: string = FORM,
  email: string = 'ann@example.com',
): Promise<{ url: string; response: Response }> {
  const fields = { email, password: 'right', callbackUrl }
  return browser.follow(await browser.post(`${ORIGIN}/auth/callback/credentials`, fields))
}

/** Returns the form that a page offers again. */
export async function offered(
  response: Response,
): Promise<{ action: string; fields: Record<string, string> }> {
  const [form] = await findForms(response, ORIGIN)
  if (form === undefined) throw new Error('The page offers no form.')
  const decode = (text: string): string =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  const fields = Object.entries(form.fields).map(([name, value]) => [name, decode(value)])
  return { action: form.action, fields: Object.fromEntries(fields) }
}
