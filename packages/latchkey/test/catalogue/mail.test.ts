import { createAuth, customFetch, type EmailConfig } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import Email from 'latchkey/providers/email'
import ForwardEmail from 'latchkey/providers/forwardemail'
import Loops from 'latchkey/providers/loops'
import Mailgun from 'latchkey/providers/mailgun'
import Postmark from 'latchkey/providers/postmark'
import Resend from 'latchkey/providers/resend'
import SendGrid from 'latchkey/providers/sendgrid'
import { describe, expect, it } from 'vitest'
import { type App, BASE, createApp, ORIGIN } from '../kit/app.ts'
import { Browser } from '../kit/browser.ts'

const ADDRESS = 'ann@example.com'
const KEY = 'the-key-of-the-application'
const FROM = 'Example App <no-reply@mail.app.test>'
const SUBJECT = 'Sign in to app.test'

/** A request that a service got. */
interface Delivered {
  readonly url: string
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

/** A service that sends mail: how it is set up, what it documents, and how it refuses. */
interface Service {
  readonly create: (options: object) => EmailConfig
  readonly url: string
  readonly authorization: readonly [header: string, value: string]
  /** The documented body, where the link stands in it, and what it answers. */
  readonly body: (link: unknown) => object
  /** What of it is to be read in the log. */
  readonly refusal: { readonly status: number; readonly body: object; readonly words: string }
}

const link = expect.stringMatching(/^https:\/\/app\.test\/auth\/callback\/[\w-]+\?\S+$/)
// A form writes its line breaks in two characters.
const text = expect.stringMatching(/\nhttps:\/\/app\.test\/auth\/callback\/\S+\r?\n/)
const html = expect.stringMatching(/^<!doctype html><html [\s\S]*href="https:\/\/app\.test\/auth\/callback\//)

const SERVICES: Record<string, Service> = {
  resend: {
    create: (options) => Resend({ from: FROM, ...options }),
    url: 'https://api.resend.com/emails',
    authorization: ['authorization', `Bearer ${KEY}`],
    body: () => ({ from: FROM, to: ADDRESS, subject: SUBJECT, html, text }),
    refusal: {
      status: 422,
      body: { statusCode: 422, name: 'validation_error', message: `Invalid \`to\` field: ${ADDRESS}` },
      words: 'Invalid `to` field: …',
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
    refusal: {
      status: 401,
      body: { errors: [{ message: `The key ${KEY} is not valid`, field: null, help: null }] },
      words: 'The key … is not valid',
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
    refusal: {
      status: 422,
      body: { ErrorCode: 406, Message: `You tried to send to a recipient that is inactive: ${ADDRESS}` },
      words: 'that is inactive: …',
    },
  },
  mailgun: {
    create: (options) => Mailgun({ from: FROM, ...options }),
    url: 'https://api.mailgun.net/v3/mail.app.test/messages',
    authorization: ['authorization', `Basic ${btoa(`api:${KEY}`)}`],
    body: () => ({ from: FROM, to: ADDRESS, subject: SUBJECT, html, text, 'o:tracking-clicks': 'no' }),
    refusal: {
      status: 400,
      body: { message: `'to' parameter is not a valid address: ${ADDRESS}` },
      words: 'not a valid address: …',
    },
  },
  'mailgun in Europe': {
    create: (options) => Mailgun({ from: 'no-reply@mail.app.test', region: 'EU', ...options }),
    url: 'https://api.eu.mailgun.net/v3/mail.app.test/messages',
    authorization: ['authorization', `Basic ${btoa(`api:${KEY}`)}`],
    body: () => expect.objectContaining({ from: 'no-reply@mail.app.test' }),
    refusal: { status: 401, body: { message: 'Forbidden' }, words: 'Forbidden' },
  },
  forwardemail: {
    create: (options) => ForwardEmail({ from: FROM, ...options }),
    url: 'https://api.forwardemail.net/v1/emails',
    authorization: ['authorization', `Basic ${btoa(`${KEY}:`)}`],
    body: () => ({ from: FROM, to: ADDRESS, subject: SUBJECT, html, text }),
    refusal: {
      status: 400,
      body: { statusCode: 400, error: 'Bad Request', message: `${ADDRESS} is not allowed` },
      words: '… is not allowed',
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
    refusal: {
      status: 400,
      body: { success: false, message: 'Transactional email not published' },
      words: 'Transactional email not published',
    },
  },
}

describe.each(Object.entries(SERVICES))('%s', (_, service) => {
  // proves §8.4, AUTHN-1
  it('is handed the mail in the form that it documents, and its link signs in', async () => {
    const { app, provider, delivered, browser } = setting(service, () => Response.json({ id: 'sent' }))
    await askForLink(browser, provider)
    const { url, headers, body } = present(delivered[0])
    expect(delivered).toHaveLength(1)
    expect({ url, authorization: headers.get(service.authorization[0]) }).toEqual({
      url: service.url,
      authorization: service.authorization[1],
    })
    expect(body).toEqual(service.body(link))
    await browser.get(linkIn(body), { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })
    expect(await (await browser.get(`${BASE}/session`)).json()).toMatchObject({ user: { email: ADDRESS } })
    expect(app.errors).toEqual([])
  })

  it('may refuse: nobody is told that a mail is on its way, and the log has its words without address and key', async () => {
    const { status, body, words } = service.refusal
    const { app, provider, browser, kept } = setting(service, () => Response.json(body, { status }))
    const response = await askForLink(browser, provider)
    expect(response.headers.get('location')).toMatch(
      /\/auth\/signin\?error=EmailSignInError|\/auth\/error\?error=Configuration/,
    )
    const [{ entry } = { entry: undefined }] = app.log.filter(({ level }) => level === 'error')
    const { message, cause } = entry as { message: string; cause: { err: Error } }
    expect(message).toContain(`answered with status ${status}`)
    const told = `${message}\n${cause.err.message}\n${cause.err.cause}`
    expect(told).not.toMatch(new RegExp(`${ADDRESS}|${KEY}`))
    expect(told).toContain(words)
    expect(await kept()).toBeNull()
  })

  // proves §9.1
  it('lacks its key where neither the application nor the environment has one', async () => {
    const provider = service.create({ apiKey: undefined })
    const { problem } = await createAuth({
      secret: 'x'.repeat(32),
      providers: [provider],
      adapter: memory(),
    }).config.checkConfig()
    expect(problem?.message).toContain(`AUTH_${provider.id.toUpperCase()}_KEY`)
  })
})

describe('a sender', () => {
  it.each([Resend, SendGrid, Postmark, Mailgun, ForwardEmail])(
    'has to say from whom the mail is: %o',
    async (create) => {
      const provider = create({ apiKey: KEY })
      const { problem } = await createAuth({
        secret: 'x'.repeat(32),
        providers: [provider],
        adapter: memory(),
      }).config.checkConfig()
      expect(problem?.message).toContain('has no `from`')
    },
  )

  it('without the id of its mail sends nothing', async () => {
    const { browser, provider, app } = setting({ create: Loops }, () => Response.json({}))
    await askForLink(browser, provider)
    expect(
      app.log.filter(({ level }) => level === 'error').map(({ entry }) => (entry as Error).message),
    ).toEqual([expect.stringContaining('has no `transactionalId`')])
  })

  it('leaves no part of a key or address in the log where a long refusal is cut off', async () => {
    // Beginnings of any length, so that the cut goes through the middle of both.
    for (let length = 470; length < 500; length++) {
      const refusal = `${'x'.repeat(length)}${KEY}${ADDRESS}${'y'.repeat(50_000)}`
      const { app, browser, provider } = setting(
        present(SERVICES.resend),
        () => new Response(refusal, { status: 500 }),
      )
      await askForLink(browser, provider)
      const [{ entry } = { entry: undefined }] = app.log.filter(({ level }) => level === 'error')
      expect((entry as Error).message).not.toMatch(/the-key|ann@/)
      expect((entry as Error).message.length).toBeLessThan(700)
    }
  })

  it('does not wait longer than ten seconds and follows no redirect', async () => {
    const service = present(SERVICES.resend)
    let init: RequestInit | undefined
    const { browser, provider } = setting(service, (_, given) => {
      init = given
      return new Response(null, { status: 302, headers: { location: 'https://elsewhere.test' } })
    })
    const response = await askForLink(browser, provider)
    expect(response.headers.get('location')).toContain('error=')
    expect(init).toMatchObject({ redirect: 'manual', signal: expect.any(AbortSignal) })
  })

  it('by SMTP has its older id, too', () => {
    expect(Email({ server: 'smtp://localhost', from: FROM })).toMatchObject({
      id: 'email',
      type: 'email',
      options: { from: FROM },
    })
  })
})

function setting(
  service: Pick<Service, 'create'>,
  answer: (request: Request, init?: RequestInit) => Response,
) {
  const delivered: Delivered[] = []
  const adapter = memory()
  let identifier: { identifier: string; token: string } | undefined
  const put = adapter.createVerificationToken?.bind(adapter)
  const createVerificationToken: NonNullable<typeof adapter.createVerificationToken> = async (row) => {
    identifier = row
    return put?.(row)
  }
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    delivered.push({ url: request.url, headers: request.headers, body: await bodyOf(request.clone()) })
    return answer(request, init)
  }
  const provider = service.create({ apiKey: KEY, [customFetch]: send })
  const app: App = createApp({ adapter: { ...adapter, createVerificationToken }, providers: [provider] })
  /** The row of the link, if it is still there. */
  const kept = async (): Promise<unknown> => (identifier ? adapter.useVerificationToken?.(identifier) : null)
  return { app, provider, delivered, browser: new Browser(app), kept }
}

function askForLink(browser: Browser, { id }: EmailConfig): Promise<Response> {
  return browser.post(`${BASE}/signin/${id}`, { email: ADDRESS, callbackUrl: `${ORIGIN}/after` })
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
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
  if (value === undefined) throw new Error('There is nothing.')
  return value
}
