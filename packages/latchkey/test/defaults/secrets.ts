import { createHmac, hkdfSync } from 'node:crypto'
import { BASE, ORIGIN, SECRET } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { SESSION_COOKIE } from '@latchkey/test-support/kit/database.ts'
import { vi } from 'vitest'
import { COLUMNS, code, largest, section } from './render.ts'
import { setUp, signIn } from './setup.ts'

export async function secrets(): Promise<string> {
  return section('Secret and encryption', COLUMNS, [
    ['Secret in production', `at least ${await minLength()} characters`, code('dangerouslyAllowShortSecret')],
    ['Without a secret in production', await withoutSecret('production'), ''],
    ['Without a secret in development', await withoutSecret('development'), code('secret')],
    ['Session token in the cookie', await encryption(), code('jwt')],
    ['Older secrets of the list', await olderSecret(), code('secret')],
  ])
}

async function works(config: Parameters<typeof setUp>[0]): Promise<boolean> {
  const { browser } = setUp(config)
  return (await browser.get(`${BASE}/csrf`)).status === 200
}

async function minLength(): Promise<number> {
  vi.stubEnv('NODE_ENV', 'production')
  const tooShort = await largest(200, async (length) => !(await works({ secret: 'x'.repeat(length) })))
  vi.stubEnv('NODE_ENV', undefined)
  return tooShort + 1
}

async function withoutSecret(environment: string): Promise<string> {
  vi.stubEnv('NODE_ENV', environment)
  const isServed = await works({ secret: undefined })
  vi.stubEnv('NODE_ENV', undefined)
  return isServed ? 'a random one, until the process stops' : 'an error'
}

/**
 * Describes how a session token is encrypted: its header says so, and its tag is verified with a
 * key that is derived here.
 */
async function encryption(): Promise<string> {
  const setup = setUp()
  await signIn(setup)
  const token = setup.browser.cookies(ORIGIN).find(({ name }) => name === SESSION_COOKIE)?.value ?? ''
  const [header = '', , iv = '', text = '', tag] = token.split('.')
  const { alg, enc } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const info = `Auth.js Generated Encryption Key (${SESSION_COOKIE})`
  const key = Buffer.from(hkdfSync('sha256', SECRET, SESSION_COOKIE, info, 64))
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(header.length * 8))
  const input = [Buffer.from(header), Buffer.from(iv, 'base64url'), Buffer.from(text, 'base64url'), length]
  const mac = createHmac('sha512', key.subarray(0, 32)).update(Buffer.concat(input)).digest()
  if (mac.subarray(0, 32).toString('base64url') !== tag)
    throw new Error('The key is derived in another way. Describe it here.')
  return `JWE, ${code(alg)} with ${code(enc)}; key: HKDF-SHA-256 of the secret and the name of the cookie`
}

async function olderSecret(): Promise<string> {
  const old = setUp()
  await signIn(old)
  const { app } = setUp({ secret: [`new ${SECRET}`, SECRET] })
  const browser = new Browser(app)
  for (const { name, value } of old.browser.cookies(ORIGIN)) browser.plant(ORIGIN, name, value)
  return (await (await browser.get(`${BASE}/session`)).json()) === null ? 'are ignored' : 'decrypt only'
}
