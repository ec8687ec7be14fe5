import { BASE, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { type AuthConfig, createAuth } from 'latchkey'
import Password from 'latchkey/providers/password'
import { hashNew } from '../../src/passwords/hash.ts'
import type { Adapter } from '../../src/types/adapter.ts'
import { request } from './request.ts'
import { createOtherBrowser, type Scenario } from './scenario.ts'

const NEW = 'new.canary@users.example'
const STORED = 'stored.canary@users.example'
const CHOSEN = 'canary-ch0sen violet harbour'
const USER_ID = 'user-of-the-stored-password'

/** Signs up and in with stored passwords, each also with the mistakes of users. */
export async function usePasswords(scenario: Scenario): Promise<void> {
  const { canaries } = scenario
  let code = ''
  const config: AuthConfig = {
    ...scenario.config,
    providers: [...scenario.config.providers, Password({ breached: false })],
    mail: {
      name: 'canary',
      from: 'app@app.test',
      send({ text }) {
        code = /\b\d{8}\b/.exec(text)?.[0] ?? code
        if (code !== '') canaries.add('code', 'sign-up', code)
      },
    },
  }
  for (const address of [NEW, STORED]) canaries.add('address', address, address)
  canaries.add('secret', 'chosen password', CHOSEN)
  const own = { ...scenario, config }
  const elsewhere = { ...own, browser: createOtherBrowser(own) }
  const post = (what: string, path: string, form: Record<string, string>): Promise<Response> =>
    request(elsewhere, what, () => elsewhere.browser.post(`${BASE}/${path}`, form), { url: ['address'] })
  await post('sign-up with a short password', 'signup', { email: NEW, password: 'canary-7' })
  await post('sign-up', 'signup', { email: NEW, password: CHOSEN })
  await quietly(() => config.adapter?.createUser?.({ id: NEW, email: NEW, emailVerified: new Date() }))
  await post('sign-up of a user who exists', 'signup', { code })
  const adapter = (config.adapter ?? {}) as Adapter
  const store = (hash: string): Promise<void> =>
    quietly(() => adapter.setPassword?.({ userId: USER_ID, hash, changedAt: new Date(), mustChange: false }))
  await quietly(() => adapter.createUser?.({ id: USER_ID, email: STORED, emailVerified: new Date() }))
  await store('canary-unreadable-hash')
  const form = { email: STORED, password: CHOSEN }
  await post('sign-in with an unreadable hash', 'callback/password', form)
  await store(await hashNew(CHOSEN))
  await post('sign-in with a stored password', 'callback/password', form)
  const headers = new Headers({
    cookie: elsewhere.browser
      .cookies(ORIGIN)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; '),
  })
  await quietly(async () => {
    const user = await createAuth(config).currentUser({ headers, canWrite: true }, () => {})
    await user?.password.set({ next: CHOSEN })
  })
}

/** What fails is in the log, which is what the test reads. */
async function quietly(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch {}
}
