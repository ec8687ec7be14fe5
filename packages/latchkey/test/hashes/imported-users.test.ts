import { describe, expect, it } from 'vitest'
import { ANN, createSite, signedInAs, signIn } from '../passwords/site.ts'
import { VECTORS } from './vectors.ts'

/** The formats that take the least time. */
const QUICK = VECTORS.filter(({ format }) => /phpass|Passlib|Django, argon2|Lucia|better-auth$/.test(format))

describe('a user who was imported', { timeout: 60_000 }, () => {
  it.each(QUICK)('signs in with a hash of $format, which is then replaced', async ({ hash, password }) => {
    const site = createSite()
    const row = { email: ANN, hash, emailVerified: true }
    const report = await site.auth.users.importPasswords([row], { createUsers: true })
    expect(report).toMatchObject({ imported: 1, created: 1, refused: 0 })
    const { id } = (await site.adapter.getUserByEmail(ANN)) as { id: string }
    await signIn(site.browser(), `${password}.`)
    expect(await site.adapter.getPassword(id)).toMatchObject({ hash })
    for (const what of ['the old hash', 'the new one']) {
      const browser = site.browser()
      await signIn(browser, password)
      expect({ what, user: await signedInAs(browser) }).toEqual({ what, user: ANN })
      expect(await site.adapter.getPassword(id)).toMatchObject({
        hash: expect.stringMatching(/^\$(?:argon2id|scrypt)\$/),
      })
    }
  })

  it('keeps the session and the old hash if the new one cannot be stored', async () => {
    const [{ hash, password } = { hash: '', password: '' }] = QUICK
    const site = createSite()
    await site.auth.users.importPasswords([{ email: ANN, hash, emailVerified: true }], { createUsers: true })
    const failing = createSite({
      adapter: {
        ...site.adapter,
        setPassword() {
          throw new Error('The database is read-only.')
        },
      },
    })
    const browser = failing.browser()
    await signIn(browser, password)
    expect(await signedInAs(browser)).toBe(ANN)
    const { id } = (await site.adapter.getUserByEmail(ANN)) as { id: string }
    expect(await site.adapter.getPassword(id)).toMatchObject({ hash })
  })
})
