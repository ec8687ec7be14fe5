import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createAuth } from 'latchkey'
import { request } from './request.ts'
import { createOtherBrowser, type Fault, type Scenario } from './scenario.ts'

/** How the provider responds when tokens are refreshed. Each response quotes the request. */
const RESPONSES: readonly ((quoted: string) => Response)[] = [
  (quoted) => new Response(quoted, { status: 503 }),
  (quoted) => new Response(quoted),
  (quoted) => Response.json({ access_token: { quoted }, token_type: quoted }),
  (quoted) => Response.json({ error: 'invalid_client', error_description: quoted }, { status: 401 }),
  (quoted) => Response.json({ error: 'invalid_grant', error_description: quoted }, { status: 400 }),
  (quoted) => Response.json({ access_token: quoted.slice(-40), token_type: 'bearer', id_token: quoted }),
]

/** Calls the provider's API as several users, whose tokens have to be refreshed. */
export async function refreshTokens(scenario: Scenario, fault: Fault): Promise<void> {
  // The responses do not depend on what else fails.
  const responses = fault.name === 'nothing fails' ? RESPONSES : RESPONSES.slice(-1)
  for (const [index, respond] of responses.entries()) await refreshAs(scenario, `reader-${index}`, respond)
}

async function refreshAs(
  scenario: Scenario,
  sub: string,
  respond: (quoted: string) => Response,
): Promise<void> {
  const { canaries, idp, config, outputs } = scenario
  const [access, refresh] = [crypto.randomUUID(), crypto.randomUUID()].map((id) => `canaryToken${id}`)
  canaries.add('token', 'issued access', access ?? '')
  canaries.add('token', 'issued refresh', refresh ?? '')
  const { token, ...faults } = { ...idp.faults }
  idp.faults.token = { ...token, access_token: access, refresh_token: refresh, expires_in: 0 }
  const browser = createOtherBrowser(scenario)
  const elsewhere = { ...scenario, browser }
  const started = await request(elsewhere, 'start of a reader', () => browser.post(`${BASE}/signin/idp`))
  const location = started.headers.get('location') ?? ''
  if (location.startsWith(idp.issuer)) {
    const callback = idp.agree(location, { sub }).href
    await request(elsewhere, 'callback of a reader', () => browser.get(callback))
  }
  try {
    const page = new Request(`${ORIGIN}/page`, { headers: { cookie: browser.cookiesFor(ORIGIN) } })
    const user = await createAuth(config).currentUser(page, () => {})
    await user?.tokens('idp', { scopes: ['canary.scope'] }).catch(() => {})
    await user?.accounts.unlink('idp', sub).catch(() => {})
    idp.faults.respond = () => respond(canaries.quoted())
    await user?.tokens('idp')
  } catch (error) {
    // The application may show it. The error of a database quotes that of its driver.
    const { type, message } = error as { type?: string; message: string }
    if (type !== 'AdapterError' && type !== 'StoreError')
      outputs.add('error JSON', 'user.tokens', message, ['address'])
  } finally {
    Object.assign(idp.faults, { respond: undefined, ...faults, token })
  }
}
