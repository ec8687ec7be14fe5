import { describe, expect, it } from 'vitest'
import { callbacksOf, optionsOf, providersOf } from './profiles.ts'
import { createTarget } from './target.ts'

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
const rejected = ['notrust', 'httpidp']

describe('the application that the cases attack', () => {
  it.each(words.filter((word) => !rejected.includes(word)))('works with the profile "%s"', async (word) => {
    const app = createTarget(word.startsWith('db') || word === 'webauthn' ? word : `jwt+${word}`)
    const response = await app.handler(new Request(`${app.origin}${app.basePath}/providers`))
    expect(response.status).toBe(200)
    expect(Object.keys((await response.json()) as object)).toHaveLength(app.config.providers.length)
  })

  it('exposes the cookie name of the last started sign-in', async () => {
    const app = createTarget('jwt')
    const headers = { origin: app.origin, 'content-type': 'application/x-www-form-urlencoded' }
    const response = await app.handler(
      new Request(`${app.origin}${app.basePath}/signin/oauth`, {
        method: 'POST',
        headers,
        body: 'callbackUrl=/',
      }),
    )
    expect(response.headers.getSetCookie().map((header) => header.split('=', 1)[0])).toContain(
      app.cookies.transaction,
    )
  })
})
