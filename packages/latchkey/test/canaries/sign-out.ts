import { BASE } from '@latchkey/test-support/kit/app.ts'
import { request } from './request.ts'
import { createOtherBrowser, type Fault, type Scenario } from './scenario.ts'

/** How the provider responds when tokens are revoked. Each response quotes the request. */
const RESPONSES: readonly ((quoted: string) => Response)[] = [
  () => new Response(null),
  (quoted) => new Response(quoted, { status: 503 }),
  (quoted) => Response.json({ error: 'invalid_client', error_description: quoted }, { status: 401 }),
  (quoted) => Response.json({ error: quoted }, { status: 400 }),
  (quoted) => new Response(null, { status: 302, headers: { location: `https://id.test/${quoted}` } }),
  (quoted) => {
    throw new TypeError('fetch failed', { cause: new Error(quoted) })
  },
]

/** Signs several users out of the application and of the provider. */
export async function signOutAtProvider(scenario: Scenario, fault: Fault): Promise<void> {
  // The responses do not depend on what else fails.
  const responses = fault.name === 'nothing fails' ? RESPONSES : RESPONSES.slice(2, 3)
  for (const [index, respond] of responses.entries()) await signOutAs(scenario, `leaver-${index}`, respond)
}

async function signOutAs(
  scenario: Scenario,
  sub: string,
  respond: (quoted: string) => Response,
): Promise<void> {
  const { canaries, idp } = scenario
  const [access = '', refresh = ''] = ['a', 'r'].map((type) => `canaryToken-${type}${crypto.randomUUID()}`)
  canaries.add('token', 'access of a leaver', access)
  canaries.add('token', 'refresh of a leaver', refresh)
  const { token, respond: previous } = idp.faults
  idp.faults.token = { ...token, access_token: access, refresh_token: refresh }
  const browser = createOtherBrowser(scenario)
  const elsewhere = { ...scenario, browser }
  const started = await request(elsewhere, 'start of a leaver', () => browser.post(`${BASE}/signin/idp`))
  const location = started.headers.get('location') ?? ''
  if (location.startsWith(idp.issuer)) {
    const callback = idp.agree(location, { sub }).href
    await request(elsewhere, 'callback of a leaver', () => browser.get(callback))
  }
  await request(elsewhere, 'sign-out page', () => browser.get(`${BASE}/signout`), { page: ['csrf'] })
  idp.faults.respond = () => respond(canaries.quoted())
  // The ID token is for the provider alone.
  const allowed = { url: ['token'] } as const
  const response = await request(elsewhere, 'leaving', () => browser.post(`${BASE}/signout`), allowed)
  const { searchParams } = new URL(response.headers.get('location') ?? '', BASE)
  canaries.add('token', 'ID token of a leaver', searchParams.get('id_token_hint') ?? '')
  const query = new URLSearchParams({ error: 'server_error', error_description: canaries.quoted() })
  query.set('state', searchParams.get('state') ?? '')
  await request(elsewhere, 'return', () => browser.get(`${BASE}/signout/idp?${query}`))
  Object.assign(idp.faults, { token, respond: previous })
}
