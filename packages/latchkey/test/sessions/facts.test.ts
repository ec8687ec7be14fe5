import { ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { expect, it } from 'vitest'
import { createProcess, createShared, STORAGES, signIn } from './site.ts'

const DATA = { amr: ['pwd', 'mfa'], auth_time: 9_999_999_999, authTime: 9_999_999_999 }

it.each(Object.entries(STORAGES))("keeps a session's facts despite an update with %s", async (_, storage) => {
  const site = createProcess(storage, await createShared(storage), {
    session: { strategy: storage.strategy },
    // Takes everything that a client sends.
    callbacks: { jwt: ({ token, session }) => ({ ...token, ...session }) },
  })
  const browser = await signIn(site)
  const headers = { cookie: browser.cookiesFor(ORIGIN), origin: ORIGIN, 'sec-fetch-site': 'same-origin' }
  const { session, cookies } = await site.auth.update(new Request(ORIGIN, { headers }), DATA)
  expect(session).toMatchObject({ amr: ['pwd'] })
  expect(session?.authTime).toBeLessThan(DATA.authTime)
  for (const { name, value } of cookies) browser.plant(ORIGIN, name, value)
  const stored = (await (await browser.get(`${ORIGIN}/auth/session`)).json()) as object
  expect(stored).toMatchObject({ amr: ['pwd'], authTime: session?.authTime })
})
