import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { createApp } from '@latchkey/test-support/kit/app.ts'
import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { PUBLISHED_ADAPTERS } from '@latchkey/test-support/kit/published-adapters.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import {
  browsersAt,
  EMAIL,
  linkFor,
  listErrors,
  readSessions,
  type TwoProcesses,
  twoProcesses,
} from '@latchkey/test-support/kit/two-processes.ts'
import { type EmailConfig, memoryStore, type Store } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { describe, expect, it } from 'vitest'

const AT_ONCE = 20

describe.each(PUBLISHED_ADAPTERS)('an e-mail link, with %s', (_, create) => {
  // proves DB-2, P-CC-1
  it('signs in once if two processes open it twenty times at the same time', async () => {
    const { adapter } = await create({ latency: 3 })
    const setup = twoProcesses(adapter)
    const open = await linkFor(setup)
    const browsers = browsersAt(setup, AT_ONCE)
    await Promise.all(browsers.map(open))
    expect(await readSessions(browsers)).toHaveLength(1)
    expect(listErrors(setup)).toEqual(Array.from({ length: AT_ONCE - 1 }, () => 'Verification'))
  })
})

describe('an e-mail link', () => {
  // proves DB-2
  it('stays valid if the store fails while it is opened', async () => {
    let isDown = true
    const store = watched<Store>(memoryStore(), (method, [key]) => {
      if (isDown && method === 'add' && String(key).includes('used-link')) throw new Error('down')
    })
    const setup = twoProcesses(memory(), { store })
    const open = await linkFor(setup)
    const [first, second, third] = browsersAt(setup, 3) as [Browser, Browser, Browser]
    await open(first)
    expect(listErrors(setup)).toEqual(['StoreError'])
    expect(await readSession(first)).toBeNull()
    isDown = false
    await open(second)
    expect(await readSession(second)).toMatchObject({ user: { email: EMAIL } })
    await open(third)
    expect(await readSession(third)).toBeNull()
  })

  // proves DB-2
  it('works again with a token that the application repeats', async () => {
    const setup = twoProcesses(memory())
    const config = setup.processes[0].config
    const providers = [
      { ...(config.providers.at(-1) as EmailConfig), generateVerificationToken: () => '000000' },
    ]
    const app = createApp({ ...config, providers })
    const again: TwoProcesses = { ...setup, processes: [app, app] }
    for (const browser of browsersAt(again, 2)) {
      await (await linkFor(again))(browser)
      expect(await readSession(browser)).toMatchObject({ user: { email: EMAIL } })
    }
  })
})
