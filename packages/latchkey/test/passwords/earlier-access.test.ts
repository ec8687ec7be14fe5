import { BASE } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { describe, expect, it } from 'vitest'
import {
  ANN,
  addUser,
  createMailSite,
  type MailSite,
  OTHER,
  RIGHT,
  STRATEGIES,
  type Strategy,
  sendForm,
  signedInAs,
  signIn,
  targetOf,
} from './site.ts'

const SIGN_UP = `${BASE}/signup`

/** What an attacker has, who does not read the e-mails to the address. */
interface Attack {
  readonly name: string
  /** Prepares it before the owner comes. @returns what tries to use it afterwards */
  prepare(site: MailSite): Promise<() => Promise<void>>
  readonly password?: { readonly verifyAddress: boolean }
}

const ATTACKS: readonly Attack[] = [
  {
    name: 'a sign-up that waits',
    async prepare(site) {
      const attacker = site.browser()
      await signUp(attacker, OTHER)
      const code = site.mail.code()
      return async () => {
        // Even if the attacker sees the code by now.
        expect(targetOf(await attacker.post(SIGN_UP, { code }))).toContain('error=')
        expect(await signedInAs(attacker)).toBeUndefined()
        expect(targetOf(await signIn(site.browser(), OTHER))).toContain('CredentialsSignin')
      }
    },
  },
  {
    name: "another provider's account",
    async prepare(site) {
      await addUser(site, { emailVerified: null, password: null })
      const account = { provider: 'idp', providerAccountId: 'attacker' }
      await site.adapter.linkAccount({ ...account, userId: 'ann', type: 'oidc' })
      return async () => expect(await site.adapter.getUserByAccount(account)).toBeNull()
    },
  },
  {
    name: 'a passkey',
    async prepare(site) {
      await addUser(site, { emailVerified: null, password: null })
      const account = { provider: 'passkey', providerAccountId: 'attacker' }
      await site.adapter.linkAccount({ ...account, userId: 'ann', type: 'webauthn' })
      await site.adapter.createAuthenticator({
        userId: 'ann',
        providerAccountId: 'attacker',
        credentialID: 'attacker',
        credentialPublicKey: 'AA==',
        counter: 0,
        credentialDeviceType: 'multiDevice',
        credentialBackedUp: true,
        transports: 'internal',
      })
      return async () => {
        expect(await site.adapter.getUserByAccount(account)).toBeNull()
        expect(await site.adapter.listAuthenticatorsByUserId('ann')).toEqual([])
      }
    },
  },
  {
    name: 'a password',
    async prepare(site) {
      await addUser(site, { emailVerified: null, password: OTHER })
      return async () => expect(targetOf(await signIn(site.browser(), OTHER))).toContain('CredentialsSignin')
    },
  },
  {
    name: 'a session',
    password: { verifyAddress: false },
    async prepare(site) {
      await addUser(site, { emailVerified: null, password: OTHER })
      const attacker = site.browser()
      await signIn(attacker, OTHER)
      expect(await signedInAs(attacker)).toBe(ANN)
      return async () => expect(await signedInAs(attacker)).toBeUndefined()
    },
  },
  {
    name: 'a sign-in that waits',
    async prepare(site) {
      await addUser(site, { emailVerified: null, password: OTHER })
      const attacker = site.browser()
      expect(targetOf(await signIn(attacker, OTHER))).toBe('/auth/verify')
      const code = site.mail.code()
      return async () => {
        // Even if the attacker sees the code by now.
        const response = await attacker.post(`${BASE}/verify`, { code })
        expect(targetOf(response)).toBe('/auth/signin?error=SignInExpired')
        expect(await signedInAs(attacker)).toBeUndefined()
      }
    },
  },
  {
    name: 'a second factor',
    async prepare(site) {
      await addUser(site, { emailVerified: null, password: OTHER })
      await site.adapter.createSecondFactor({
        id: 'factor',
        userId: 'ann',
        type: 'totp',
        secret: 'sealed',
        name: 'phone',
        createdAt: new Date(),
        lastUsedAt: null,
      })
      return async () => expect(await site.adapter.listSecondFactors('ann')).toEqual([])
    },
  },
]

/** How the owner of the address verifies it. */
const OWNERS: Record<string, (site: MailSite) => Promise<Browser>> = {
  async 'signs up with a code'(site) {
    const owner = site.browser()
    await signUp(owner, RIGHT)
    await sendForm(owner, SIGN_UP, { code: site.mail.code() })
    return owner
  },
  async 'signs up with a link in another browser'(site) {
    await signUp(site.browser(), OTHER)
    const owner = site.browser()
    await sendForm(owner, site.mail.link(), { password: RIGHT })
    return owner
  },
}

function create(strategy: Strategy, password: Attack['password']): MailSite {
  return createMailSite({ strategy, password, config: { secondFactor: {} } })
}

function signUp(browser: Browser, password: string): Promise<Response> {
  return browser.post(SIGN_UP, { email: ANN, password })
}

const CASES = ATTACKS.flatMap((attack) =>
  STRATEGIES.flatMap((strategy) => Object.keys(OWNERS).map((does) => ({ ...attack, does, strategy }))),
)

describe.each(CASES)(
  '$name of before, with the strategy $strategy',
  ({ prepare, does, strategy, password }) => {
    it(`ends when the owner of the address ${does}`, async () => {
      const site = create(strategy, password)
      const use = await prepare(site)
      const owner = await OWNERS[does]?.(site)
      expect(owner && (await signedInAs(owner))).toBe(ANN)
      await use()
      expect(owner && (await signedInAs(owner))).toBe(ANN)
      const again = site.browser()
      await signIn(again, RIGHT)
      expect(await signedInAs(again)).toBe(ANN)
    })
  },
)

it('cannot be added with the link of an earlier sign-up', async () => {
  const site = createMailSite()
  await signUp(site.browser(), OTHER)
  const earlier = site.mail.link()
  const owner = site.browser()
  await signUp(owner, RIGHT)
  await owner.post(SIGN_UP, { code: site.mail.code() })
  const token = new URL(earlier).searchParams.get('token') ?? ''
  const response = await site.browser().post(SIGN_UP, { email: ANN, token, password: OTHER })
  expect(targetOf(response)).toBe('/auth/signup?error=Verification')
  expect(targetOf(await signIn(site.browser(), OTHER))).toContain('CredentialsSignin')
})
