import { Auth } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { BASE, createApp, deepFreeze, ORIGIN, passwordProvider, SECRET } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'
import { isolateEnvironment } from '../kit/environment.ts'

isolateEnvironment()

describe('two configurations in one process', () => {
  // proves P-CC-5, CFG-5, EP-3
  it('do not know of each other, also when their requests are interleaved', async () => {
    const make = (name: string): Browser =>
      new Browser(
        createApp({
          secret: `${name} has a secret that is long enough`,
          cookiePrefix: name,
          providers: [{ ...passwordProvider, name }],
          basePath: `/${name}`,
        }),
      )
    const [one, two] = [make('one'), make('two')]
    const visit = async (browser: Browser, name: string): Promise<unknown> => {
      await browser.post(`${ORIGIN}/${name}/callback/credentials`, {
        email: `${name}@example.com`,
        password: 'right',
      })
      const [session, providers] = await Promise.all([
        browser.get(`${ORIGIN}/${name}/session`),
        browser.get(`${ORIGIN}/${name}/providers`),
      ])
      return [
        await session.json(),
        await providers.json(),
        browser.cookies(ORIGIN).map((cookie) => cookie.name),
      ]
    }
    const seen = await Promise.all([
      visit(one, 'one'),
      visit(two, 'two'),
      visit(one, 'one'),
      visit(two, 'two'),
    ])
    for (const [index, name] of ['one', 'two', 'one', 'two'].entries()) {
      expect(seen[index]).toMatchObject([
        { user: { email: `${name}@example.com` } },
        { credentials: { name } },
        [`__Secure-${name}.session-token`],
      ])
    }
  })

  // proves P-DS-4
  it('are each checked once, however often they are used', async () => {
    let made = 0
    const config = deepFreeze({
      secret: SECRET,
      trustHost: true,
      providers: [
        () => {
          made++
          return passwordProvider
        },
      ],
    })
    await Auth(new Request(`${BASE}/session`), config)
    const once = made
    await Auth(new Request(`${BASE}/session`), config)
    expect([once > 0, made]).toEqual([true, once])
  })
})
