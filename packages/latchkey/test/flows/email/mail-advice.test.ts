import { once } from 'node:events'
import { type App, BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { customFetch } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Nodemailer from 'latchkey/providers/nodemailer'
import Resend from 'latchkey/providers/resend'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'

const PASSWORD = 'a wrong password'
const servers: SMTPServer[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close()
    await once(server.server, 'close')
  }
})

/** Starts a mail server. @returns its port */
async function startServer(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ disableReverseLookup: true, logger: false, closeTimeout: 100, ...options })
  server.on('error', () => {})
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return (server.server.address() as { port: number }).port
}

/** Requests a link. @returns what the log says about the e-mail */
async function entryFor(app: App): Promise<string> {
  await new Browser(app).post(`${BASE}/signin/email`, { email: 'ann@example.com' })
  return String(app.log.find(({ level }) => level === 'error')?.entry)
}

const appWith = (server: string | object): App =>
  createApp({
    adapter: memory(),
    timeouts: { email: 2 },
    providers: [Nodemailer({ id: 'email', server, from: 'no-reply@app.test' })],
  })

const rejection = (responseCode: number): Error => Object.assign(new Error('no'), { responseCode })
const OPEN: SMTPServerOptions = { authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] }

describe('the log says how to fix', () => {
  it('a wrong password of the mail server, without the password', async () => {
    const port = await startServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_, __, done) => done(rejection(535)),
    })
    const app = appWith(`smtp://user:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`)
    expect(await entryFor(app)).toContain('The mail server rejected the user name or the password.')
    expect(JSON.stringify(app.log)).not.toContain(PASSWORD)
  })

  it('a URL with the wrong protocol for its port', async () => {
    const port = await startServer(OPEN)
    expect(await entryFor(appWith(`smtps://127.0.0.1:${port}`))).toContain(
      'The port does not match the protocol in `server`. Use `smtps://` for port 465, else `smtp://`.',
    )
  })

  it('a certificate that is not valid', async () => {
    const port = await startServer({ ...OPEN, secure: true })
    expect(await entryFor(appWith(`smtps://127.0.0.1:${port}`))).toContain(
      "The mail server's certificate is not valid for the host in `server`.",
    )
  })

  it('a sender that the server rejects', async () => {
    const port = await startServer({ ...OPEN, onMailFrom: (_, __, done) => done(rejection(553)) })
    expect(await entryFor(appWith(`smtp://127.0.0.1:${port}`))).toContain(
      'The mail server rejected the sender. Set `from` to an address that the account in `server` may use.',
    )
  })

  it('a recipient that the server rejects', async () => {
    const port = await startServer({ ...OPEN, onRcptTo: (_, __, done) => done(rejection(550)) })
    expect(await entryFor(appWith(`smtp://127.0.0.1:${port}`))).toContain(
      'The mail server rejected the recipient.',
    )
  })

  it('a host that does not exist', async () => {
    expect(await entryFor(appWith('smtp://mail.invalid:587'))).toContain(
      'The host does not exist. Correct it in `server`.',
    )
  })

  it.each([
    [401, 'Check `apiKey`, and that it may send from the domain in `from`.'],
    [422, 'Check `from`: the service must have verified its domain.'],
    [429, "Try again later, and check the service's status page."],
  ])('status %i of a service', async (status, advice) => {
    const send: typeof fetch = async () => new Response('{"message":"no"}', { status })
    const provider = Resend({ id: 'email', apiKey: 're_1', from: 'no-reply@app.test', [customFetch]: send })
    const app = createApp({ adapter: memory(), providers: [provider] })
    expect(await entryFor(app)).toContain(advice)
  })

  it('a function of the application, if the reason is not known', async () => {
    const app = createApp({
      adapter: memory(),
      providers: [
        Nodemailer({
          id: 'email',
          sendVerificationRequest: () => {
            throw new Error('out of stamps.')
          },
        }),
      ],
    })
    expect(await entryFor(app)).toContain(
      'could not be sent: out of stamps. Check `server` and `from`, or your `sendVerificationRequest`.',
    )
  })
})
