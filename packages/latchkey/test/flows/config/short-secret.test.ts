import { type App, BASE, createApp, createIdp, oidcFor, SECRET } from '@latchkey/test-support/kit/app.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { moveTo, signedIn } from '@latchkey/test-support/kit/session.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, dangerouslyAllowShortSecret } from 'latchkey'
import { describe, expect, it, vi } from 'vitest'

isolateEnvironment()

const SHORT = 'hunter2'

/** Creates an application that was deployed with a configuration. */
function deploy(config: Partial<AuthConfig>, environment = 'production'): App {
  vi.stubEnv('NODE_ENV', environment)
  return createApp(config)
}

const warnings = (app: App): unknown[] =>
  app.log.filter(({ level }) => level === 'warn').map(({ entry }) => entry)

describe('a secret shorter than 32 characters', () => {
  // proves AUD-F11, P-CF-1, ENV-9, LIM-3, AMB-17
  it.each([
    { secret: SHORT },
    { secret: 'x'.repeat(31) },
    { secret: [SHORT, SECRET] },
    { jwt: { secret: SHORT } },
    { jwt: { secret: [SHORT, SECRET] } },
  ])('seals nothing in production: %j', async (config) => {
    const app = deploy({ ...config, providers: [oidcFor(createIdp())], redirectProxyUrl: BASE })
    const browser = await signedIn(app)
    const responses = [await browser.get(`${BASE}/csrf`), await browser.post(`${BASE}/signin/idp`)]
    expect(responses.map(({ status, headers }) => ({ status, cookies: headers.getSetCookie() }))).toEqual([
      { status: 500, cookies: [] },
      { status: 500, cookies: [] },
    ])
    expect(new Set(app.errors)).toEqual(new Set(['InvalidOption']))
    const message = String(app.log.find(({ level }) => level === 'error')?.entry)
    expect(message).toMatch(/`(?:AUTH_SECRET|jwt\.secret)`.* 32 characters.*openssl rand -base64 33/)
    expect(message).not.toContain(SHORT)
  })

  // proves AUD-F11, P-JW-5
  it.each([
    { old: { secret: SHORT }, rotated: { secret: [SECRET, SHORT] } },
    { old: { jwt: { secret: SHORT } }, rotated: { jwt: { secret: [SECRET, SHORT] } } },
  ])('still decrypts what it encrypted when a longer secret precedes it', async ({ old, rotated }) => {
    const before = await signedIn(deploy(old, 'development'))
    const app = deploy(rotated)
    const browser = moveTo(app, before)
    expect(await readSession(browser)).toMatchObject({ user: { name: 'Ann' } })
    // It was sealed again with the first secret.
    expect(await readSession(moveTo(deploy({ secret: SECRET }), browser))).not.toBeNull()
    expect(warnings(app)).toEqual(['short-secret'])
  })

  // proves AUD-F11
  it('is replaced by environment variables without signing users out', async () => {
    vi.stubEnv('AUTH_SECRET', SHORT)
    const before = await signedIn(deploy({ secret: undefined }, 'development'))
    expect(await readSession(moveTo(deploy({ secret: undefined }), before))).toMatchObject({
      error: 'Configuration',
    })
    vi.stubEnv('AUTH_SECRET_1', SECRET)
    expect(await readSession(moveTo(deploy({ secret: undefined }), before))).not.toBeNull()
  })

  // proves AUD-F11, P-CF-2
  it('is allowed by a named constant, with a warning', async () => {
    const app = deploy({ secret: SHORT, dangerouslyAllowShortSecret })
    expect(await readSession(await signedIn(app))).toMatchObject({ user: { name: 'Ann' } })
    expect(warnings(app)).toEqual(['short-secret'])
    const truthy = { secret: SHORT, dangerouslyAllowShortSecret: true as never }
    expect((await signedIn(deploy(truthy)).then((browser) => browser.get(`${BASE}/session`))).status).toBe(
      500,
    )
  })

  // proves AUD-F11
  it('causes only a warning outside production', async () => {
    const app = deploy({ secret: SHORT }, 'development')
    expect(await readSession(await signedIn(app))).not.toBeNull()
    expect(warnings(app)).toEqual(['short-secret'])
  })
})
