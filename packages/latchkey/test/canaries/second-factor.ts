import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { type AuthConfig, createAuth } from 'latchkey'
import { codeAt } from '../../src/second-factor/totp.ts'
import { request } from './request.ts'
import { ANN, createOtherBrowser, PASSWORD, type Scenario } from './scenario.ts'

const STEP_MS = 30_000

/** Sets up a second factor, signs in with it, and sends wrong, used and late codes. */
export async function useSecondFactor(scenario: Scenario): Promise<void> {
  const config: AuthConfig = { ...scenario.config, secondFactor: {} }
  const own = { ...scenario, config }
  const browser = createOtherBrowser(own)
  const elsewhere = { ...own, browser }
  const signIn = (): Promise<Response> =>
    request(elsewhere, 'password before a second factor', () =>
      browser.post(`${BASE}/callback/credentials`, { email: ANN.email, password: PASSWORD }),
    )
  const send = (what: string, form: Record<string, string>, headers = {}): Promise<Response> =>
    request(elsewhere, what, () => browser.post(`${BASE}/verify`, form, headers))
  await send('code without a sign-in', { code: '123456' })
  await signIn()
  const secret = await enroll(elsewhere)
  await request(elsewhere, 'sign-out with a second factor', () => browser.post(`${BASE}/signout`))
  await signIn()
  await request(elsewhere, 'page for the code', () => browser.get(`${BASE}/verify`), { page: ['csrf'] })
  const json = { accept: 'application/json', 'x-auth-return-redirect': '1' }
  await send('wrong code', { code: 'canary-wr0ng-c0de' })
  await send('wrong code as JSON', { code: '000000' }, json)
  const code = secret && (await codeAt(secret, Math.floor(Date.now() / STEP_MS) + 1))
  for (const what of ['code', 'used code']) await send(what, { code })
  await request(elsewhere, 'session with a second factor', () => browser.get(`${BASE}/session`))
}

/** Sets up an authenticator app, if nothing fails. Returns its secret. */
async function enroll({ browser, canaries, config }: Scenario): Promise<string> {
  const auth = createAuth(config)
  const caller = new Request(`${BASE}/session`, { headers: { cookie: browser.cookiesFor(ORIGIN) } })
  const write = (cookies: readonly { name: string; value: string }[]): void => {
    for (const { name, value } of cookies) browser.plant(ORIGIN, name, value || 'deleted; Max-Age=0')
  }
  try {
    const user = await auth.currentUser(caller, write)
    const { id = '', secret = '' } = (await user?.secondFactor.beginTotp()) ?? {}
    canaries.add('secret', 'authenticator app', secret)
    canaries.add('token', 'enrolment', id)
    const code = await codeAt(secret, Math.floor(Date.now() / STEP_MS))
    const { recoveryCodes = [] } = (await user?.secondFactor.confirm(id, code)) ?? {}
    for (const recoveryCode of recoveryCodes) canaries.add('secret', 'recovery code', recoveryCode)
    return secret
  } catch {
    return ''
  }
}
