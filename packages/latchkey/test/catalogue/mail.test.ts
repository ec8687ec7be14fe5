import { type App, BASE, createApp, ORIGIN } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { createAuth, customFetch, type EmailConfig, type Provider } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Email from 'latchkey/providers/email'
import ForwardEmail from 'latchkey/providers/forwardemail'
import Loops from 'latchkey/providers/loops'
import Mailgun from 'latchkey/providers/mailgun'
import Nodemailer from 'latchkey/providers/nodemailer'
import Postmark from 'latchkey/providers/postmark'
import Resend from 'latchkey/providers/resend'
import SendGrid from 'latchkey/providers/sendgrid'
import { afterEach, describe, expect, it, vi } from 'vitest'

const ADDRESS = 'ann@example.com'
const KEY = 'the-key-of-the-application'
const FROM = 'Example App <no-reply@mail.app.test>'
const SUBJECT = 'Sign in to app.test'

/** A request that the e-mail service received. */
interface ReceivedRequest {
  readonly url: string
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** An e-mail service: its provider, the documented request, and an error response. */
interface Service {
  readonly create: (options: object) => EmailConfig
  readonly url: string
  readonly authorization: readonly [header: string, value: string]
  /** Returns the documented body of the request. */
  readonly body: (link: unknown) => object
  /** An error response, and the part of it that must be logged. */
  readonly failure: { readonly status: number; readonly body: object; readonly logged: string }
}

const link = expect.stringMatching(/^https:\/\/app\.test\/auth\/callback\/[\w-]+\?\S+$/)
// A form encodes a line break as CRLF.
const text = expect.stringMatching(/\nhttps:\/\/app\.test\/auth\/callback\/\S+\r?\n/)
const html = expect.stringMatching(/^<!doctype html><html [\s\S]*href="https:\/\/app\.test\/auth\/callback\//)

const SERVICES: Record<string, Service> = {
  resend: {
    create: (options) => Resend({ from: FROM, ...options }),
    url: 'https://api.resend.com/emails',
    authorization: ['authorization', `Bearer ${KEY}`],
    body: () => ({ from: FROM, to: ADDRESS, subject: SUBJECT, html, text }),
    failure: {
      status: 422,
      body: { statusCode: 422, name: 'validation_error', message: `Invalid \`to\` field: ${ADDRESS}` },
      logged: 'Invalid `to` field: [redacted]',
    },
  },
  sendgrid: {
    create: (options) => SendGrid({ from: FROM, ...options }),
    url: 'https://api.sendgrid.com/v3/mail/send',
    authorization: ['authorization', `Bearer ${KEY}`],
    body: () => ({
      personalizations: [{ to: [{ email: ADDRESS }] }],
      from: { email: 'no-reply@mail.app.test', name: 'Example App' },
      subject: SUBJECT,
      content: [
        { type: 'text/plain', value: text },
        { type: 'text/html', value: html },
      ],
    }),
    failure: {
      status: 401,
      body: { errors: [{ message: `The key ${KEY} is not valid`, field: null, help: null }] },
      logged: 'The key [redacted] is not valid',
    },
  },
  postmark: {
    create: (options) => Postmark({ from: FROM, ...options }),
    url: 'https://api.postmarkapp.com/email',
    authorization: ['x-postmark-server-token', KEY],
    body: () => ({
      From: FROM,
      To: ADDRESS,
      Subject: SUBJECT,
      TextBody: text,
      HtmlBody: html,
      MessageStream: 'outbound',
    }),
    failure: {
      status: 422,
      body: { ErrorCode: 406, Message: `You tried to send to a recipient that is inactive: ${ADDRESS}` },
      logged: 'that is inactive: [redacted]',
    },
  },
  mailgun: {
    create: (options) => Mailgun({ from: FROM, ...options }),
    url: 'https://api.mailgun.net/v3/mail.app.test/messages',
    authorization: ['authorization', `Basic ${btoa(`api:${KEY}`)}`],
    body: () => ({ from: FROM, to: ADDRESS, subject: SUBJECT, html, text, 'o:tracking-clicks': 'no' }),
    failure: {
      status: 400,
      body: { message: `'to' parameter is not a valid address: ${ADDRESS}` },
      logged: 'not a valid address: [redacted]',
    },
  },
  'mailgun in Europe': {
    create: (options) => Mailgun({ from: 'no-reply@mail.app.test', region: 'EU', ...options }),
    url: 'https://api.eu.mailgun.net/v3/mail.app.test/messages',
    authorization: ['authorization', `Basic ${btoa(`api:${KEY}`)}`],
    body: () => expect.objectContaining({ from: 'no-reply@mail.app.test' }),
    failure: { status: 401, body: { message: 'Forbidden' }, logged: 'Forbidden' },
  },
  forwardemail: {
    create: (options) => ForwardEmail({ from: FROM, ...options }),
    url: 'https://api.forwardemail.net/v1/emails',
    authorization: ['authorization', `Basic ${btoa(`${KEY}:`)}`],
    body: () => ({ from: FROM, to: ADDRESS, subject: SUBJECT, html, text }),
    failure: {
      status: 400,
      body: { statusCode: 400, error: 'Bad Request', message: `${ADDRESS} is not allowed` },
      logged: '[redacted] is not allowed',
    },
  },
  loops: {
    create: (options) => Loops({ transactionalId: 'clfq6dinn000yl70fgwwyp82l', ...options }),
    url: 'https://app.loops.so/api/v1/transactional',
    authorization: ['authorization', `Bearer ${KEY}`],
    body: () => ({
      transactionalId: 'clfq6dinn000yl70fgwwyp82l',
      email: ADDRESS,
      dataVariables: { url: link },
    }),
    failure: {
      status: 400,
      body: { success: false, message: 'Transactional email not published' },
      logged: 'Transactional email not published',
    },
  },
}

describe.each(Object.entries(SERVICES))('%s', (_, service) => {
  // proves §8.4, AUTHN-1
  it('receives the documented request, and the link in it signs the user in', async () => {
    const { app, provider, received, browser } = createSetup(service, () => Response.json({ id: 'sent' }))
    await requestLink(browser, provider)
    const { url, headers, body } = present(received[0])
    expect(received).toHaveLength(1)
    expect({ url, authorization: headers.get(service.authorization[0]) }).toEqual({
      url: service.url,
      authorization: service.authorization[1],
    })
    expect(body).toEqual(service.body(link))
    await browser.get(linkIn(body), { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({ user: { email: ADDRESS } })
    expect(app.errors).toEqual([])
  })

  it('shows an error, logs the response without address and API key, and deletes the link', async () => {
    const { status, body, logged } = service.failure
    const { app, provider, browser, storedLink } = createSetup(service, () => Response.json(body, { status }))
    const response = await requestLink(browser, provider)
    expect(response.headers.get('location')).toMatch(
      /\/auth\/signin\?error=EmailSignInError|\/auth\/error\?error=Configuration/,
    )
    const [{ entry } = { entry: undefined }] = app.log.filter(({ level }) => level === 'error')
    const { message, cause } = entry as { message: string; cause: { err: Error } }
    expect(message).toContain(`returned status ${status}`)
    const logEntry = `${message}\n${cause.err.message}\n${cause.err.cause}`
    expect(logEntry).not.toMatch(new RegExp(`${ADDRESS}|${KEY}`))
    expect(logEntry).toContain(logged)
    expect(await storedLink()).toBeNull()
  })

  // proves §9.1
  it('requires an API key from the options or the environment', async () => {
    const provider = service.create({ apiKey: undefined })
    expect((await findProblem(provider)).message).toContain(`AUTH_${provider.id.toUpperCase()}_KEY`)
  })
})

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Returns the error type and message with which a provider is refused. */
async function findProblem(provider: Provider): Promise<{ type?: string; message?: string }> {
  const logger = { error() {} }
  const config = { secret: 'x'.repeat(32), providers: [provider], adapter: memory(), logger }
  const { problem, refused } = await createAuth(config).config.checkConfig()
  expect(problem).toBeUndefined()
  const [error] = refused.values()
  return { type: error?.type, message: error?.message }
}

describe('an e-mail provider', () => {
  it.each([Resend, SendGrid, Postmark, Mailgun, ForwardEmail])('requires `from`: %o', async (create) => {
    const provider = create({ apiKey: KEY })
    const variable = `AUTH_${provider.id.toUpperCase()}_FROM`
    expect(await findProblem(provider)).toEqual({
      type: 'InvalidProvider',
      message: expect.stringMatching(`has no \`from\`. Set ${variable} in the environment, or pass`),
    })
    vi.stubEnv(variable, FROM)
    expect(await findProblem(provider)).toEqual({})
  })

  it('sends nothing without `transactionalId`', async () => {
    const { browser, provider, app } = createSetup({ create: Loops }, () => Response.json({}))
    await requestLink(browser, provider)
    expect(
      app.log.filter(({ level }) => level === 'error').map(({ entry }) => (entry as Error).message),
    ).toEqual([expect.stringContaining('has no `transactionalId`')])
  })

  it('logs no part of the API key or the address if a long error response is truncated', async () => {
    // Different lengths, so that the truncation splits the key and the address.
    for (let length = 470; length < 500; length++) {
      const errorBody = `${'x'.repeat(length)}${KEY}${ADDRESS}${'y'.repeat(50_000)}`
      const { app, browser, provider } = createSetup(
        present(SERVICES.resend),
        () => new Response(errorBody, { status: 500 }),
      )
      await requestLink(browser, provider)
      const [{ entry } = { entry: undefined }] = app.log.filter(({ level }) => level === 'error')
      expect((entry as Error).message).not.toMatch(/the-key|ann@/)
      expect((entry as Error).message.length).toBeLessThan(700)
    }
  })

  it('logs no link that the service quotes', async () => {
    for (const quotes of ['service', 'function']) {
      const service = present(SERVICES.resend)
      const setup = createSetup(
        {
          create: (options) => ({
            ...service.create(options),
            generateVerificationToken: () => 'the-link-1',
            ...(quotes === 'function' && {
              sendVerificationRequest: ({ url }: { url: string }) => {
                throw new Error(`could not send ${url}`)
              },
            }),
          }),
        },
        () => Response.json({ message: setup.received[0]?.body.text }, { status: 422 }),
      )
      await requestLink(setup.browser, setup.provider)
      const [{ entry } = { entry: undefined }] = setup.app.log.filter(({ level }) => level === 'error')
      const { message, stack, cause } = entry as Error & { cause: { err: Error } }
      const text = [message, stack, cause.err, cause.err.stack, cause.err.cause].join()
      expect(text).toContain('token=[redacted]')
      expect(text).not.toContain('the-link-1')
    }
  })

  it('has a timeout and follows no redirect', async () => {
    const service = present(SERVICES.resend)
    let init: RequestInit | undefined
    const { browser, provider } = createSetup(service, (_, requestInit) => {
      init = requestInit
      return new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } })
    })
    const response = await requestLink(browser, provider)
    expect(response.headers.get('location')).toContain('error=')
    expect(init).toMatchObject({ redirect: 'manual', signal: expect.any(AbortSignal) })
  })

  it('does not need options that only the replaced function would use', async () => {
    expect(await findProblem(Nodemailer({ sendVerificationRequest: () => {} }))).toEqual({})
  })

  it('keeps the ID `email` if it comes from the deprecated module', () => {
    expect(Email({ server: 'smtp://localhost', from: FROM })).toMatchObject({
      id: 'email',
      type: 'email',
      options: { from: FROM },
    })
  })
})

describe('the Nodemailer provider', () => {
  it.each([
    { name: 'no options', options: undefined, lacks: 'server' },
    { name: 'an empty server', options: { server: '', from: FROM }, lacks: 'server' },
    { name: 'no sender', options: { server: 'smtp://mail.test' }, lacks: 'from' },
    { name: 'an empty sender', options: { server: 'smtp://mail.test', from: '' }, lacks: 'from' },
  ])('is rejected with $name, and the message says what to set', async ({ options, lacks }) => {
    const variable = `AUTH_NODEMAILER_${lacks.toUpperCase()}`
    const message = expect.stringContaining(
      `"nodemailer" has no \`${lacks}\`. Set ${variable} in the environment, or pass \`${lacks}\``,
    )
    expect(await findProblem(Nodemailer(options))).toEqual({ type: 'InvalidProvider', message })
  })

  it('is rejected with a server that is not a URL, and the message does not contain the server', async () => {
    const { type, message } = await findProblem(
      Nodemailer({ server: 'ann:secret@mail.test:587', from: FROM }),
    )
    expect(type).toBe('InvalidProvider')
    expect(message).toContain('`server` for provider "nodemailer" is not a URL')
    expect(message).not.toContain('secret@')
  })

  it('accepts a server as options of `nodemailer`', async () => {
    expect(await findProblem(Nodemailer({ server: { jsonTransport: true }, from: FROM }))).toEqual({})
  })

  it('reads server and sender from the environment', async () => {
    vi.stubEnv('AUTH_NODEMAILER_SERVER', 'smtp://mail.test')
    vi.stubEnv('AUTH_NODEMAILER_FROM', FROM)
    expect(await findProblem(Nodemailer)).toEqual({})
    expect(await findProblem(Nodemailer())).toEqual({})
  })

  it('prefers its options to the environment', async () => {
    vi.stubEnv('AUTH_NODEMAILER_SERVER', 'smtp://mail.test')
    vi.stubEnv('AUTH_NODEMAILER_FROM', FROM)
    const { providers } = await createAuth({
      secret: 'x'.repeat(32),
      providers: [Nodemailer({ server: 'smtp://other.test' })],
      adapter: memory(),
    }).config.checkConfig()
    expect(providers.get('nodemailer')).toMatchObject({ server: 'smtp://other.test', from: FROM })
  })

  it('reads the variables of its own ID first', async () => {
    vi.stubEnv('AUTH_NODEMAILER_FROM', FROM)
    vi.stubEnv('AUTH_NODEMAILER_SERVER', 'smtp://mail.test')
    vi.stubEnv('AUTH_MY_MAIL_SERVER', 'smtp://mine.test')
    const { providers } = await createAuth({
      secret: 'x'.repeat(32),
      providers: [Nodemailer({ id: 'my-mail' })],
      adapter: memory(),
    }).config.checkConfig()
    expect(providers.get('my-mail')).toMatchObject({ server: 'smtp://mine.test', from: FROM })
  })
})

function createSetup(
  service: Pick<Service, 'create'>,
  respond: (request: Request, init?: RequestInit) => Response,
) {
  const received: ReceivedRequest[] = []
  const adapter = memory()
  let lastRow: { identifier: string; token: string } | undefined
  const createRow = adapter.createVerificationToken?.bind(adapter)
  const createVerificationToken: NonNullable<typeof adapter.createVerificationToken> = async (row) => {
    lastRow = row
    return createRow?.(row)
  }
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    received.push({ url: request.url, headers: request.headers, body: await toBody(request.clone()) })
    return respond(request, init)
  }
  const provider = service.create({ apiKey: KEY, [customFetch]: send })
  const app: App = createApp({ adapter: { ...adapter, createVerificationToken }, providers: [provider] })
  /** Returns the stored row of the link, or `null` if it was deleted. */
  const storedLink = async (): Promise<unknown> => (lastRow ? adapter.useVerificationToken?.(lastRow) : null)
  return { app, provider, received, browser: new Browser(app), storedLink }
}

function requestLink(browser: Browser, { id }: EmailConfig): Promise<Response> {
  return browser.post(`${BASE}/signin/${id}`, { email: ADDRESS, callbackUrl: `${ORIGIN}/after` })
}

async function toBody(request: Request): Promise<Record<string, unknown>> {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data')
  return isForm
    ? Object.fromEntries(await request.formData())
    : ((await request.json()) as Record<string, unknown>)
}

function linkIn(body: object): string {
  const [found = ''] = /https:\/\/app\.test\/auth\/callback\/[^\s"\\]+/.exec(JSON.stringify(body)) ?? []
  return found.replaceAll('&amp;', '&')
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The value is undefined.')
  return value
}
