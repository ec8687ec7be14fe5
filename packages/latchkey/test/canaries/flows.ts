import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { createPasskey } from '@latchkey/test-support/kit/authenticator.ts'
import { sendMistakes } from './mistakes.ts'
import { usePasswords } from './passwords.ts'
import { usePhoneCodes } from './phone-codes.ts'
import { refreshTokens } from './provider-tokens.ts'
import { request } from './request.ts'
import { ANN, createOtherBrowser, EVE, type Fault, LATE, PASSWORD, type Scenario } from './scenario.ts'
import { useSecondFactor } from './second-factor.ts'
import { signOutAtProvider } from './sign-out.ts'

/** Runs every flow, each also with the mistakes of clients. */
export async function runEverything(scenario: Scenario, fault: Fault): Promise<void> {
  await signInWithProvider(scenario, fault)
  await useSession(scenario)
  await claimAddresses(scenario)
  await signInByEmail(scenario)
  await signInWithPassword(scenario)
  await usePasskey(scenario)
  await refreshTokens(scenario, fault)
  await signOutAtProvider(scenario, fault)
  await useSecondFactor(scenario)
  await usePasswords(scenario)
  await usePhoneCodes(scenario)
  await sendMistakes(scenario)
  // After a passkey was added, the session is still one of the provider. Its ID token has the
  // address.
  await request(scenario, 'sign-out', () => scenario.browser.post(`${BASE}/signout`), { url: ['address'] })
}

async function signInWithProvider(scenario: Scenario, fault: Fault): Promise<void> {
  const { canaries, outputs, browser, idp } = scenario
  const started = await request(scenario, 'start of OAuth', () =>
    browser.post(`${BASE}/signin/idp`, { callbackUrl: '/after' }),
  )
  const location = started.headers.get('location') ?? ''
  if (!location.startsWith(idp.issuer)) return
  for (const name of ['state', 'nonce', 'code_challenge'])
    canaries.add('state', name, new URL(location).searchParams.get(name) ?? '')
  const redirect = idp.agree(location, ANN)
  canaries.add('code', 'authorization', redirect.searchParams.get('code') ?? '')
  Object.assign(idp.faults, fault.idp?.(scenario))
  const otherBrowser = createOtherBrowser(scenario)
  await request({ ...scenario, browser: otherBrowser }, 'callback elsewhere', () =>
    otherBrowser.get(redirect.href),
  )
  await request(scenario, 'callback of OAuth', () => browser.get(redirect.href))
  await rememberSession(scenario)
  for (const { body, authorization } of idp.tokenRequests) {
    canaries.add('code', 'code verifier', body.get('code_verifier') ?? '')
    canaries.add('secret', 'basic', authorization ?? '')
  }
  for (const url of idp.urls) outputs.add('URL of a third party', 'back channel', url)
  await request(scenario, 'replay of OAuth', () => browser.get(redirect.href))
  const quoting = new URLSearchParams({ error: 'access_denied', error_description: canaries.quoted() })
  await request(scenario, 'error of OAuth', () => browser.get(`${BASE}/callback/idp?${quoting}`))
  await denyAtProvider(scenario, quoting)
  const json = { accept: 'application/json', 'x-auth-return-redirect': '1' }
  await request(scenario, 'replay as JSON', () => browser.get(redirect.href, json))
}

/** The user denies the request at the provider. */
async function denyAtProvider(scenario: Scenario, error: URLSearchParams): Promise<void> {
  const { browser } = scenario
  const started = await request(scenario, 'second start', () => browser.post(`${BASE}/signin/idp`))
  const location = started.headers.get('location')
  const query = new URLSearchParams(error)
  if (location === null) return
  query.set('state', new URL(location).searchParams.get('state') ?? '')
  query.set('iss', scenario.idp.issuer)
  await request(scenario, 'denied OAuth', () => browser.get(`${BASE}/callback/idp?${query}`))
}

/** Other users of the provider have the address of Ann, and that of a passkey. */
async function claimAddresses(scenario: Scenario): Promise<void> {
  await signInAsOther(scenario, { ...ANN, sub: 'another user' })
  const browser = createOtherBrowser(scenario)
  const elsewhere = { ...scenario, browser }
  const passkey = await createPasskey(ORIGIN)
  const query = new URLSearchParams({ action: 'register', email: LATE })
  const response = await request(elsewhere, 'options for another user', () =>
    browser.get(`${BASE}/webauthn-options/webauthn?${query}`),
  )
  if (!response.ok) return
  const { options } = (await response.json()) as { options: { challenge: string } }
  scenario.canaries.add('code', 'challenge', options.challenge)
  await signInAsOther(scenario, { sub: 'late user', email: LATE })
  const data = JSON.stringify(await passkey.create(options))
  await request(elsewhere, 'passkey for a taken address', () =>
    browser.post(`${BASE}/callback/webauthn`, { action: 'register', data }),
  )
}

/** Signs in at the provider in another browser. */
async function signInAsOther(scenario: Scenario, claims: Record<string, unknown>): Promise<void> {
  const browser = createOtherBrowser(scenario)
  const elsewhere = { ...scenario, browser }
  const started = await request(elsewhere, 'start by another user', () => browser.post(`${BASE}/signin/idp`))
  const location = started.headers.get('location') ?? ''
  if (!location.startsWith(scenario.idp.issuer)) return
  const redirect = scenario.idp.agree(location, claims)
  await request(elsewhere, 'callback of another user', () => browser.get(redirect.href))
}

/** Notes who is signed in. */
async function rememberSession(scenario: Scenario): Promise<void> {
  const response = await request(scenario, 'session', () => scenario.browser.get(`${BASE}/session`))
  const session = response.ok ? ((await response.json()) as { user?: { email?: string } } | null) : null
  scenario.signedIn.push(session?.user?.email ?? '')
}

async function useSession(scenario: Scenario): Promise<void> {
  const { browser, canaries } = scenario
  await request(scenario, 'session', () => browser.get(`${BASE}/session`))
  const csrf = await request(scenario, 'csrf', () => browser.get(`${BASE}/csrf`))
  const { csrfToken = '' } = (await csrf.json()) as { csrfToken?: string }
  canaries.add('csrf', 'token', csrfToken)
  const update = { csrfToken, data: canaries.quoted() }
  await request(scenario, 'update', () => browser.post(`${BASE}/session`, update))
  await request(scenario, 'providers', () => browser.get(`${BASE}/providers`))
  await request(scenario, 'sign-in page', () => browser.get(`${BASE}/signin`), { page: ['csrf'] })
  await request(scenario, 'sign-out page', () => browser.get(`${BASE}/signout`), { page: ['csrf'] })
}

async function signInByEmail(scenario: Scenario): Promise<void> {
  const { browser, link } = scenario
  for (const email of [EVE, `${EVE}, ${ANN.email}`])
    await request(scenario, 'e-mail form', () => browser.post(`${BASE}/signin/email`, { email }))
  // The page keeps the address that the user typed.
  await request(scenario, 'page after the form', () => browser.get(`${BASE}/signin?error=EmailSignInError`), {
    page: ['csrf', 'address'],
  })
  if (link.url === '') return
  const elsewhere = createOtherBrowser(scenario)
  // The page asks the owner of the address to confirm, with the token in its form.
  await request({ ...scenario, browser: elsewhere }, 'link elsewhere', () => elsewhere.get(link.url), {
    page: ['csrf', 'address', 'link token'],
  })
  for (const what of ['link', 'used link'])
    await request(scenario, what, () => browser.get(link.url), {
      page: ['csrf', 'address', 'link token'],
    })
  await rememberSession(scenario)
  const form = { email: EVE, token: link.token }
  await request(scenario, 'used link as a form', () => browser.post(`${BASE}/callback/email`, form))
}

async function signInWithPassword(scenario: Scenario): Promise<void> {
  const { browser } = scenario
  const url = `${BASE}/callback/credentials`
  for (const password of ['canary-wr0ng-password', PASSWORD]) {
    scenario.canaries.add('secret', 'typed password', password)
    const form = { email: ANN.email, password }
    await request(scenario, 'password form', () => browser.post(url, form))
    const json = { accept: 'application/json', 'x-auth-return-redirect': '1' }
    await request(scenario, 'password as JSON', () => browser.post(url, form, json))
    await request(
      scenario,
      'page after the password',
      () => browser.get(`${BASE}/signin?error=CredentialsSignin`),
      {
        page: ['csrf', 'address'],
      },
    )
  }
  await rememberSession(scenario)
  for (let attempt = 0; attempt < 12; attempt++)
    await request(scenario, 'many attempts', () =>
      browser.post(url, { email: EVE, password: 'canary-gue55' }),
    )
}

async function usePasskey(scenario: Scenario): Promise<void> {
  const { browser, canaries } = scenario
  await request(scenario, 'form of a passkey without its script', () =>
    browser.post(`${BASE}/callback/webauthn`, { email: `new.${EVE}` }),
  )
  const passkey = await createPasskey(ORIGIN)
  for (const action of ['register', 'authenticate'] as const) {
    const query = new URLSearchParams(action === 'register' ? { action, email: `new.${EVE}` } : { action })
    const response = await request(scenario, `options to ${action}`, () =>
      browser.get(`${BASE}/webauthn-options/webauthn?${query}`),
    )
    if (!response.ok) continue
    const { options } = (await response.json()) as { options: { challenge: string } }
    canaries.add('code', 'challenge', options.challenge)
    const credential = action === 'register' ? await passkey.create(options) : await passkey.get(options)
    const form = { action, data: JSON.stringify(credential) }
    for (const what of [`passkey to ${action}`, `used passkey to ${action}`])
      await request(scenario, what, () => browser.post(`${BASE}/callback/webauthn`, form))
  }
}
