import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { request } from './request.ts'
import { ANN, createOtherBrowser, EVE, PASSWORD, type Scenario } from './scenario.ts'

type Mistake = readonly [what: string, send: () => Promise<Response>]

/** Sends what broken or hostile clients send, with values that are secret. */
export async function sendMistakes(scenario: Scenario): Promise<void> {
  // The page after it may contain a form.
  for (const [what, send] of [...badBodies(scenario), ...badUrls(scenario)])
    await request(scenario, what, send, { page: ['csrf'] })
  const browser = createOtherBrowser(scenario)
  for (const { name, value } of scenario.browser.cookies(ORIGIN))
    browser.plant(ORIGIN, name, `${value.slice(0, -3)}xyz`)
  await request({ ...scenario, browser }, 'altered cookies', () => browser.get(`${BASE}/session`))
}

function badBodies({ browser, canaries }: Scenario): Mistake[] {
  const headers = { origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
  const post = (body: string, type: string) =>
    browser.send(`${BASE}/callback/credentials`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    })
  const logout = (token: string) => browser.post(`${BASE}/backchannel-logout/idp`, { logout_token: token })
  const json = JSON.stringify({ email: ANN.email, password: PASSWORD })
  const large = `password=${PASSWORD}${'x'.repeat(1e5)}`
  const crossSite = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
  const callbackUrl = `https://evil.test/?${new URLSearchParams({ q: canaries.quoted() })}`
  return [
    ['wrong content type', () => post(json, 'text/plain')],
    ['incomplete JSON', () => post(json.slice(0, -2), 'application/json')],
    ['large form', () => post(large, 'application/x-www-form-urlencoded')],
    ['wrong method', () => browser.send(`${BASE}/signout`, { method: 'PUT', body: json })],
    ['forged logout token', () => logout(`${btoa(canaries.quoted())}.${canaries.quoted()}.x`)],
    ['another origin', () => browser.post(`${BASE}/signin/email`, { email: EVE }, crossSite)],
    ['callback URL of another origin', () => browser.post(`${BASE}/signin/idp`, { callbackUrl })],
  ]
}

function badUrls({ browser, canaries }: Scenario): Mistake[] {
  const get = (path: string, name: string) => () =>
    browser.get(`${BASE}${path}?${new URLSearchParams({ [name]: canaries.quoted() })}`)
  return [
    ['unknown endpoint', get('/unknown', 'code')],
    ['unknown provider', get('/callback/unknown', 'token')],
    ['error page', get('/error', 'error')],
    ['verify-request page', get('/verify-request', 'email')],
    ['error page of the application', () => browser.get(`${BASE}/signin?callbackUrl=/login`)],
  ]
}
