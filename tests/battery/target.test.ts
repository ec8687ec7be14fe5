import { describe, expect, it } from 'vitest'
import { callbacksOf, optionsOf, providersOf } from './profiles.ts'
import { makeApp } from './target.ts'

const words = [
  ...new Set([
    ...Object.keys(providersOf),
    ...Object.keys(optionsOf),
    ...Object.keys(callbacksOf),
    'db',
    'debug',
    'refresh',
    'http',
  ]),
]
/** Profiles whose requests are rejected on purpose. */
const rejected = ['notrust', 'httpidp', 'webauthnoff']

describe('the target of the attack battery', () => {
  it.each(words.filter((word) => !rejected.includes(word)))('works with the profile "%s"', async (word) => {
    const app = makeApp(word.startsWith('db') || word === 'webauthn' ? word : `jwt+${word}`)
    const response = await app.handler(new Request(`${app.origin}${app.base}/providers`))
    expect(response.status).toBe(200)
    expect(Object.keys((await response.json()) as object)).toHaveLength(app.cfg.providers.length)
  })

  it('exposes the cookie name of the last started sign-in', async () => {
    const app = makeApp('jwt')
    const headers = { origin: app.origin, 'content-type': 'application/x-www-form-urlencoded' }
    const response = await app.handler(
      new Request(`${app.origin}${app.base}/signin/oauth`, {
        method: 'POST',
        headers,
        body: 'callbackUrl=/',
      }),
    )
    expect(response.headers.getSetCookie().map((header) => header.split('=', 1)[0])).toContain(app.C.state)
  })
})
