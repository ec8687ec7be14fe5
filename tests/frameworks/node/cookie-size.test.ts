import { maxHeaderSize } from 'node:http'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import type { LatchkeyConfig } from 'latchkey/node'
import credentials from 'latchkey/providers/credentials'
import github from 'latchkey/providers/github'
import { describe, expect, it } from 'vitest'
import { ANN, createNodeApplication, type NodeApplication } from './application.ts'
import { type RunningServer, serve } from './servers.ts'

isolateEnvironment()

/** What a browser sends beside cookies and the headers of `fetch`. */
const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7',
  referer: `https://app.test/${'x'.repeat(700)}`,
  'sec-ch-ua': '"Chromium";v="142", "Not A(Brand";v="24", "Google Chrome";v="142"',
  'user-agent': `Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 ${'x'.repeat(80)}`,
}

interface Setting {
  /** The `image` of the user. */
  readonly image?: string
  /** Returns the claim `groups` that the `jwt` callback adds. */
  readonly groups?: () => string
  readonly config?: Partial<LatchkeyConfig>
}

interface Site {
  readonly application: NodeApplication
  readonly server: RunningServer
  readonly warnings: string[]
  readonly messages: string[]
}

/** Starts a server whose users have a large profile. */
async function start({ image, groups, config }: Setting): Promise<Site> {
  const [warnings, messages]: [string[], string[]] = [[], []]
  const password = credentials({ authorize: () => ({ id: 'ann', name: 'Ann', image }) })
  const application = createNodeApplication({
    providers: [password, github({ clientId: 'id', clientSecret: 'secret' })],
    callbacks: {
      jwt: ({ token, session }) => ({ ...token, ...(groups && { groups: groups() }), ...session?.user }),
    },
    logger: {
      error: ({ message }) => void messages.push(message),
      warn: (code) => void warnings.push(code),
    },
    ...config,
  } as Partial<LatchkeyConfig>)
  const server = await serve('HTTP/1.1', (req, res) =>
    application.handler(req, res, async () => {
      const session =
        req.method === 'POST'
          ? await application.update(req, res, { user: { name: 'x'.repeat(12_000) } }).catch(() => null)
          : await application.auth(req, res)
      res.end(JSON.stringify(session))
    }),
  )
  return { application, server, warnings, messages }
}

async function signIn({ server }: Site, others = 0): Promise<Browser> {
  const browser = new Browser(server)
  if (others > 0) browser.plant(server.origin, 'other', 'x'.repeat(others))
  await browser.post(`${server.origin}/auth/callback/credentials`, ANN, BROWSER)
  return browser
}

const findUser = async (browser: Browser, { server }: Site): Promise<unknown> =>
  ((await (await browser.get(`${server.origin}/`, BROWSER)).json()) as { user?: unknown } | null)?.user

describe('a session in a cookie', () => {
  it('has no picture that is too large, with one warning, and ends with a sign-out', async () => {
    const site = await start({ image: `data:image/png;base64,${'A'.repeat(40_000)}` })
    for (let time = 0; time < 2; time++) {
      const browser = await signIn(site)
      expect(await findUser(browser, site)).toEqual({ name: 'Ann', image: null })
      await browser.post(`${site.server.origin}/auth/signout`, {}, BROWSER)
      expect(await findUser(browser, site)).toBeUndefined()
    }
    expect(site).toMatchObject({ warnings: ['session-picture'], messages: [] })
  })

  it('keeps a small picture', async () => {
    const image = `data:image/png;base64,${'A'.repeat(1500)}`
    const site = await start({ image })
    expect(await findUser(await signIn(site), site)).toEqual({ name: 'Ann', image })
  })

  it('is never larger than what the server reads, with other cookies and sign-ins in progress', async () => {
    let length = 0
    const site = await start({ groups: () => 'x'.repeat(length) })
    const outcomes = new Set<string>()
    for (const others of [0, 1500, 6000])
      for (length = 1000; length <= 11_000; length += 500) {
        const browser = await signIn(site, others)
        const isSignedIn = (await findUser(browser, site)) !== undefined
        outcomes.add(`${others} ${isSignedIn}`)
        for (let pending = 0; pending < 6; pending++) {
          const started = await browser.post(`${site.server.origin}/auth/signin/github`, {}, BROWSER)
          expect({ length, others, status: started.status }).toEqual({ length, others, status: 302 })
        }
        const ended = await browser.post(`${site.server.origin}/auth/signout`, {}, BROWSER)
        expect({ length, others, status: ended.status }).toEqual({ length, others, status: 302 })
        expect(await findUser(browser, site)).toBeUndefined()
      }
    expect([...outcomes].sort()).toEqual([
      '0 false',
      '0 true',
      '1500 false',
      '1500 true',
      '6000 false',
      '6000 true',
    ])
    expect(maxHeaderSize).toBe(16_384)
  })

  it('is rejected with the name of the largest claim', async () => {
    const site = await start({ groups: () => 'x'.repeat(20_000) })
    expect(await findUser(await signIn(site), site)).toBeUndefined()
    expect(site.messages).toEqual([expect.stringMatching(/largest claim is `groups`.*`jwt` callback/)])
  })

  it('stays as it was if an update is too large', async () => {
    const site = await start({})
    const browser = await signIn(site)
    const updated = await browser.post(`${site.server.origin}/`, {}, BROWSER)
    expect(await updated.json()).toBeNull()
    expect(site.messages).toEqual([expect.stringContaining('largest claim is `name`')])
    expect(await findUser(browser, site)).toMatchObject({ name: 'Ann' })
  })

  it('stays valid if it cannot be renewed beside other cookies, with one warning', async () => {
    const site = await start({
      groups: () => 'x'.repeat(6000),
      config: { session: { updateAge: 0 } },
    })
    const browser = await signIn(site)
    browser.plant(site.server.origin, 'other', 'x'.repeat(5500))
    for (let time = 0; time < 2; time++) expect(await findUser(browser, site)).toMatchObject({ name: 'Ann' })
    expect(site).toMatchObject({ warnings: ['session-too-large'], messages: [] })
  })
})
