import {
  BASE,
  createApp,
  deepFreeze,
  ORIGIN,
  passwordProvider,
  SECRET,
} from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { Auth } from 'latchkey'
import { describe, expect, it } from 'vitest'

isolateEnvironment()

describe('several configurations in one process', () => {
  // proves P-CC-5, CFG-5, EP-3
  it('stay separate while their requests are interleaved', async () => {
    const createBrowser = (name: string): Browser =>
      new Browser(
        createApp({
          secret: `${name} has a secret that is long enough`,
          cookiePrefix: name,
          providers: [{ ...passwordProvider, name }],
          basePath: `/${name}`,
        }),
      )
    const [one, two] = [createBrowser('one'), createBrowser('two')]
    const signInAndRead = async (browser: Browser, name: string): Promise<unknown> => {
      await browser.post(`${ORIGIN}/${name}/callback/credentials`, {
        email: `${name}@example.com`,
        password: 'right',
      })
      const [session, providers] = await Promise.all([
        browser.get(`${ORIGIN}/${name}/session`),
        browser.get(`${ORIGIN}/${name}/providers`),
      ])
      return {
        session: await session.json(),
        providers: await providers.json(),
        cookies: browser.cookies(ORIGIN).map((cookie) => cookie.name),
      }
    }
    const results = await Promise.all([
      signInAndRead(one, 'one'),
      signInAndRead(two, 'two'),
      signInAndRead(one, 'one'),
      signInAndRead(two, 'two'),
    ])
    for (const [index, name] of ['one', 'two', 'one', 'two'].entries()) {
      expect(results[index]).toMatchObject({
        session: { user: { email: `${name}@example.com` } },
        providers: { credentials: { name } },
        cookies: [`__Secure-${name}.session-token`],
      })
    }
  })

  // proves P-DS-4
  it('are each resolved once, however often they are used', async () => {
    let calls = 0
    const config = deepFreeze({
      secret: SECRET,
      trustHost: true,
      providers: [
        () => {
          calls++
          return passwordProvider
        },
      ],
    })
    await Auth(new Request(`${BASE}/session`), config)
    const callsOfFirstRequest = calls
    await Auth(new Request(`${BASE}/session`), config)
    expect({ isResolved: callsOfFirstRequest > 0, calls }).toEqual({
      isResolved: true,
      calls: callsOfFirstRequest,
    })
  })
})
