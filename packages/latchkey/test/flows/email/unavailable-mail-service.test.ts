import { createServer, type Socket } from 'node:net'
import { type App, BASE, createApp, passwordProvider } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { type Fault, startFaultyServer, TIMEOUT } from '@latchkey/test-support/kit/faulty-server.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, customFetch, type EmailConfig, type Provider } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import Resend from 'latchkey/providers/resend'
import { afterAll, describe, expect, it } from 'vitest'

const closers: (() => unknown)[] = []

// Tests that wait for a time limit run at the same time.
afterAll(async () => {
  for (const close of closers) await close()
})

const from = 'Example <no-reply@app.test>'

function appWith(provider: Provider): App {
  const config: Partial<AuthConfig> = {
    adapter: memory(),
    session: { strategy: 'jwt' },
    timeouts: { email: TIMEOUT },
    providers: [passwordProvider, provider],
  }
  return createApp(config)
}

/** Requests a link as a signed-in user. */
async function requestLink(app: App, browser: Browser = new Browser(app)): Promise<unknown> {
  await browser.post(`${BASE}/callback/credentials`, { email: 'ben@example.com', password: 'right' })
  const response = await browser.post(`${BASE}/signin/mail`, { email: 'ann@example.com' })
  expect(await readSession(browser)).toMatchObject({ user: { email: 'ben@example.com' } })
  const { status, headers } = response
  return { status, retryAfter: headers.get('retry-after'), location: headers.get('location') }
}

const UNAVAILABLE = { status: 503, retryAfter: '5', location: null }
const REFUSED = {
  status: 302,
  retryAfter: null,
  location: expect.stringContaining('/auth/signin?error=EmailSignInError'),
}

/** Starts an SMTP server that does what `talk` says with each connection. */
async function smtpServer(talk: (socket: Socket) => unknown): Promise<string> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as { port: number }).port}`
}

describe('a mail server', () => {
  const cases: [string, (socket: Socket) => unknown][] = [
    ['never greets', () => {}],
    ['hangs up', (socket) => socket.destroy()],
    ['greets and then says nothing', (socket) => socket.write('220 mail.test\r\n')],
    [
      'sends its greeting byte after byte',
      (socket) => {
        const timer = setInterval(() => socket.write('2'), 20)
        socket.on('close', () => clearInterval(timer))
      },
    ],
  ]
  // proves P-DS-4
  it.concurrent.each(cases)('that %s causes a 503 response, and users stay signed in', async (_, talk) => {
    const app = appWith(Nodemailer({ id: 'mail', from, server: await smtpServer(talk) }))
    expect(await requestLink(app)).toEqual(UNAVAILABLE)
    expect(app.errors).toEqual(['ServiceUnavailable'])
  })

  it('that refuses the e-mail shows an error on the sign-in page', async () => {
    const server = await smtpServer((socket) => socket.write('554 no\r\n'))
    const app = appWith(Nodemailer({ id: 'mail', from, server }))
    expect(await requestLink(app)).toEqual(REFUSED)
    expect(app.errors).toEqual(['EmailSignInError'])
  })

  it('closes the connection at the time limit', async () => {
    let reportClosed = (): void => {}
    const closed = new Promise<void>((resolve) => {
      reportClosed = resolve
    })
    const server = await smtpServer((socket) => socket.on('close', () => reportClosed()))
    await requestLink(appWith(Nodemailer({ id: 'mail', from, server })))
    await expect(closed).resolves.toBeUndefined()
  })
})

describe('a mail service with an HTTP API', () => {
  const service = async (fault: Fault | undefined, status = 200): Promise<App> => {
    const server = await startFaultyServer(async () => Response.json({ id: 'x' }, { status }))
    closers.push(server.close)
    if (fault) server.faults['*'] = fault
    const send: typeof fetch = (_, init) => fetch(`${server.url}/emails`, init)
    return appWith({ ...Resend({ from, apiKey: 'key', [customFetch]: send }), id: 'mail' })
  }

  // proves P-DS-4
  it.concurrent.each<Fault>(['hang', 'late', 'reset', 'status 503'])(
    'causes a 503 response, and users stay signed in: %s',
    async (fault) => {
      const app = await service(fault)
      expect(await requestLink(app)).toEqual(UNAVAILABLE)
      expect(app.errors).toEqual(['ServiceUnavailable'])
    },
  )

  it('that refuses the e-mail shows an error on the sign-in page', async () => {
    expect(await requestLink(await service(undefined, 403))).toEqual(REFUSED)
  })
})

describe('a custom `sendVerificationRequest`', () => {
  const own = (sendVerificationRequest: EmailConfig['sendVerificationRequest']): App =>
    appWith({ id: 'mail', name: 'Mail', type: 'email', sendVerificationRequest } as EmailConfig)

  // proves P-DS-4
  it('ends at the time limit, and what it sends later does not sign in', async () => {
    let link = ''
    const signals: boolean[] = []
    const app = own(
      ({ url, signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => {
            signals.push(signal.aborted)
            link = url
            resolve()
          })
        }),
    )
    expect(await requestLink(app)).toEqual(UNAVAILABLE)
    expect(signals).toEqual([true])
    const browser = new Browser(app)
    const query = Object.fromEntries(new URL(link).searchParams)
    const response = await browser.post(`${BASE}/callback/mail`, query)
    expect(response.headers.get('location')).toContain('error=Verification')
    expect(await readSession(browser)).toBeNull()
  })

  it('is not called for some seconds after three time limits', async () => {
    let calls = 0
    const app = own(() => {
      calls++
      return new Promise(() => {})
    })
    for (let count = 0; count < 5; count++) expect(await requestLink(app)).toEqual(UNAVAILABLE)
    expect(calls).toBe(3)
  })

  // proves P-DS-4
  it('that finds no mail server for the domain of an address is called for other addresses', async () => {
    let calls = 0
    const app = own(() => {
      calls++
      // As `resolveMx` of `node:dns/promises` throws it.
      throw Object.assign(new Error('queryMx ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'queryMx' })
    })
    for (let count = 0; count < 5; count++) expect(await requestLink(app)).toEqual(REFUSED)
    expect(calls).toBe(5)
  })

  // proves P-ML-5
  it('that sends and then fails cannot be used to fill a mailbox', async () => {
    let sent = 0
    const app = own(() => {
      sent++
      throw new Error('the response of the service is invalid')
    })
    for (let count = 0; count < 100; count++) await requestLink(app)
    expect(sent).toBe(30)
  })

  it('that throws leads to the sign-in page', async () => {
    const app = own(() => {
      throw new Error('no such template')
    })
    for (let count = 0; count < 4; count++) expect(await requestLink(app)).toEqual(REFUSED)
  })
})
