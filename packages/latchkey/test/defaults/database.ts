import { watched } from '@latchkey/test-support/kit/adapter.ts'
import { BASE } from '@latchkey/test-support/kit/app.ts'
import { signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import { memoryStore } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import { measureSeconds } from './calls.ts'
import { COLUMNS, code, duration, section } from './render.ts'
import { type Setup, setUp } from './setup.ts'

/** Describes the calls of the adapter and the store. */
export async function database(): Promise<string> {
  const [adapter, ofAdapter] = await measureSeconds(await readingFrom('adapter'))
  const [store, ofStore] = await measureSeconds(await readingFrom('store'))
  return section('Calls of the database and the store', COLUMNS, [
    ['Time limit of a call of the adapter', duration(adapter), code('timeouts.adapter')],
    ['Time limit of a call of the store', duration(store), code('timeouts.store')],
    ['Response to the visitor after a time limit', responses(ofAdapter, ofStore), ''],
    [
      'A session in a cookie while the store fails',
      ofStore.ok ? 'is accepted' : 'is not accepted, and the cookie stays',
      code('session.whenStoreFails'),
    ],
  ])
}

/** Returns a session check that waits for the database or the store. */
async function readingFrom(service: 'adapter' | 'store'): Promise<() => Promise<Response>> {
  let isSilent = false
  const wait = (): Promise<never> | undefined => (isSilent ? new Promise(() => {}) : undefined)
  const setup: Setup =
    service === 'adapter'
      ? setUp({ adapter: watched(memory(), wait), session: { strategy: 'database' } })
      : setUp({ store: watched(memoryStore(), wait) })
  await signInAt(setup.idp, setup.browser)
  isSilent = true
  return () => setup.browser.get(`${BASE}/session`)
}

/** Describes responses that keep the cookie. */
function responses(...all: Response[]): string {
  const texts = all.map(({ status, headers }) => {
    if (headers.getSetCookie().length > 0) throw new Error('The response removes the cookie.')
    return `${status}, \`Retry-After: ${headers.get('retry-after')}\``
  })
  return [...new Set(texts)].join('; ')
}
