import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { describe, expect, it } from 'vitest'
import { createNodeApplication, sessionCookies } from './application.ts'
import { serve } from './servers.ts'

/** Starts a server that starts a session for a form, and lists or ends the user's sessions. */
async function start() {
  const application = createNodeApplication({ account: { security: true } })
  const { auth, handler, users, currentUser } = application
  const server = await serve('HTTP/1.1', (req, res) =>
    handler(req, res, async () => {
      const work = {
        '/start': () =>
          users.startSession(req, res, 'ann', { amr: ['pwd'], redirectTo: '/home', user: { name: 'Ann' } }),
        '/sessions': async () => (await currentUser(req, res))?.sessions.list(),
        '/others': async () => (await currentUser(req, res))?.sessions.revokeOthers(),
        '/session': () => auth(req, res),
      }[req.url ?? '']
      res.end(JSON.stringify((await work?.()) ?? null))
    }),
  )
  return { server, users }
}

describe('`users` and `user.sessions`', () => {
  it('start, list and end sessions', async () => {
    const { server, users } = await start()
    const [laptop, phone] = [new Browser(server), new Browser(server)]
    const response = await laptop.post(`${server.origin}/start`)
    expect(await response.json()).toEqual({ url: `${server.origin}/home` })
    expect(sessionCookies(response)).toHaveLength(1)
    await phone.post(`${server.origin}/start`)
    expect(await (await laptop.get(`${server.origin}/sessions`)).json()).toHaveLength(2)
    await laptop.post(`${server.origin}/others`)
    const names = async (): Promise<unknown[]> =>
      Promise.all(
        [laptop, phone].map(async (browser) => {
          const session = (await (await browser.get(`${server.origin}/session`)).json()) as {
            user: { name: string }
          } | null
          return session?.user.name
        }),
      )
    expect(await names()).toEqual(['Ann', undefined])
    await users.signOut('ann')
    expect(await names()).toEqual([undefined, undefined])
  })
})
