import { createHash } from 'node:crypto'
import { BASE } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { customFetch } from 'latchkey'
import type { PasswordOptions } from 'latchkey/providers/password'
import { vi } from 'vitest'
import {
  ANN,
  addUser,
  createMailSite,
  type MailSite,
  OTHER,
  RIGHT,
  signedInAs,
  signIn,
} from '../passwords/site.ts'
import { measureSeconds } from './calls.ts'
import { COLUMNS, code, duration, first, largest, section } from './render.ts'
import { findError, START, wait } from './setup.ts'

const WEEK = 7 * 86_400

/** Describes sign-up, reset and codes with the provider `Password`. */
export async function signUps(): Promise<string> {
  const longest = await largest(5_000, (length) => isAccepted(random(length)))
  return section('Sign-up, reset and codes', COLUMNS, [
    ['Length of a new password', `${await shortest()} to ${longest} characters`, minOrMax()],
    [
      'The same, if a second factor is required',
      `at least ${await shortest(WITH_FACTOR)}`,
      code('minLength'),
    ],
    ['A password that is known from a data breach', await breached(), code('breached')],
    ['If Pwned Passwords does not respond', await withoutService(), code('breached')],
    ['Digits of a code', await digits(), '`digits` of an e-mail provider'],
    ['Lifetime of a code', duration(await lifetime(isCodeValidAfter)), ''],
    ['Wrong entries until a code ends', await first(20, async (wrong) => !(await isValidAfter(wrong))), ''],
    ['Codes that are compared for an address in an hour', await perAddress(), ''],
    ['Lifetime of a link to sign up', duration(await lifetime(isSignUpValidAfter)), ''],
    ['Lifetime of a link to reset a password', duration(await lifetime(isResetValidAfter)), ''],
    ['Time for which a browser is known to an account', await knownDevice(), code('cookies.knownDevice')],
  ])
}

const minOrMax = (): string => `${code('minLength')}, ${code('maxLength')}`

const WITH_FACTOR = { secondFactor: { require: () => true } } as const

/** A password that no list contains, and that is the same in each run. */
function random(length: number): string {
  let text = ''
  while (text.length < length) text += createHash('sha256').update(`${text.length}`).digest('base64url')
  return text.slice(0, length)
}

function createSite(password: PasswordOptions = {}, config: object = {}): MailSite {
  vi.setSystemTime(START)
  return createMailSite({ password, config })
}

const signUp = (browser: Browser, password = RIGHT): Promise<Response> =>
  browser.post(`${BASE}/signup`, { email: ANN, password })

async function isAccepted(
  text: string,
  password: PasswordOptions = {},
  config: object = {},
): Promise<boolean> {
  return findError(await signUp(createSite(password, config).browser(), text)) === null
}

const shortest = (config: object = {}): Promise<number> =>
  first(100, (length) => isAccepted(random(length), {}, config))

async function breached(): Promise<string> {
  const fetch = async (): Promise<Response> => {
    const suffix = createHash('sha1').update(RIGHT).digest('hex').slice(5).toUpperCase()
    return new Response(`${suffix}:3`)
  }
  return (await isAccepted(RIGHT, { breached: undefined, [customFetch]: fetch }))
    ? 'is accepted'
    : 'is refused'
}

async function withoutService(): Promise<string> {
  const fetch = (): Promise<never> => new Promise(() => {})
  const site = createSite({ breached: undefined, [customFetch]: fetch })
  const [seconds, response] = await measureSeconds(() => signUp(site.browser()))
  return `${findError(response) === null ? 'accepted' : 'refused'} after ${duration(seconds)}`
}

/** Returns after how many seconds something ends. */
const lifetime = async (isValidAfter: (seconds: number) => Promise<boolean>): Promise<number> =>
  (await largest(WEEK, isValidAfter)) + 1

/** Returns a browser that has requested a code. */
async function withCode(site: MailSite): Promise<Browser> {
  const browser = site.browser()
  await signUp(browser)
  return browser
}

async function enter(browser: Browser, entered: string): Promise<boolean> {
  await browser.post(`${BASE}/signup`, { code: entered })
  return (await signedInAs(browser)) === ANN
}

async function digits(): Promise<number> {
  const site = createSite()
  await withCode(site)
  return site.mail.code().replace(/\D/g, '').length
}

async function isCodeValidAfter(seconds: number): Promise<boolean> {
  const site = createSite()
  const browser = await withCode(site)
  wait(seconds)
  return enter(browser, site.mail.code())
}

async function isValidAfter(wrong: number): Promise<boolean> {
  const site = createSite()
  const browser = await withCode(site)
  for (let count = 0; count < wrong; count++) await enter(browser, '00000000')
  return enter(browser, site.mail.code())
}

/** Returns how many codes are compared, if they are entered in several browsers. */
async function perAddress(): Promise<number> {
  return first(16, async (wrong) => {
    const site = createSite()
    let browser = site.browser()
    for (let count = 0; count < wrong; count++) {
      if (count % 4 === 0) browser = await withCode(site)
      await enter(browser, '00000000')
    }
    return !(await enter(await withCode(site), site.mail.code()))
  })
}

async function isSignUpValidAfter(seconds: number): Promise<boolean> {
  const site = createSite()
  const browser = await withCode(site)
  const { searchParams } = new URL(site.mail.link())
  wait(seconds)
  await browser.post(`${BASE}/signup`, { ...Object.fromEntries(searchParams), password: RIGHT })
  return (await signedInAs(browser)) === ANN
}

async function isResetValidAfter(seconds: number): Promise<boolean> {
  const site = createSite()
  await addUser(site)
  const browser = site.browser()
  await browser.post(`${BASE}/reset`, { email: ANN })
  const { searchParams } = new URL(site.mail.link())
  wait(seconds)
  await browser.post(`${BASE}/reset`, { ...Object.fromEntries(searchParams), password: OTHER })
  await signIn(browser, OTHER)
  return (await signedInAs(browser)) === ANN
}

async function knownDevice(): Promise<string> {
  const site = createSite()
  await addUser(site)
  const response = await signIn(site.browser())
  const header = response.headers.getSetCookie().find((each) => each.includes('known-device')) ?? ''
  const [, seconds] = /max-age=(\d+)/i.exec(header) ?? []
  const [, expires] = /expires=([^;]+)/i.exec(header) ?? []
  return duration(seconds ? Number(seconds) : (Date.parse(expires ?? '') - START.getTime()) / 1000)
}
