import { BASE, createApp } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { inboxTransport, linkTo, mailTo, newAddress, useInbox } from '@latchkey/test-support/kit/email.ts'
import { readSession } from '@latchkey/test-support/kit/sign-in.ts'
import { type AuthConfig, createAuth, customFetch, setEnvDefaults } from 'latchkey'
import memory from 'latchkey/adapters/memory'
import forwardemail from 'latchkey/mail/forwardemail'
import mailgun from 'latchkey/mail/mailgun'
import nodemailer from 'latchkey/mail/nodemailer'
import postmark from 'latchkey/mail/postmark'
import resend from 'latchkey/mail/resend'
import sendgrid from 'latchkey/mail/sendgrid'
import Email from 'latchkey/providers/email'
import Nodemailer from 'latchkey/providers/nodemailer'
import Resend from 'latchkey/providers/resend'
import type { MailTransport } from 'latchkey/types'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pretendToSend, sendMail } from '../../../src/mail/send.ts'

useInbox()
afterEach(() => vi.unstubAllEnvs())

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
const from = 'Example <no-reply@app.test>'

/** Returns the first problem of a configuration, or of one of its providers. */
async function findProblem(config: Partial<AuthConfig>): Promise<string | undefined> {
  const { problem, refused } = await createAuth(
    createApp({ adapter: memory(), ...config }).config,
  ).config.checkConfig()
  return problem?.message ?? [...refused.values()][0]?.message
}

describe('the option `mail`', () => {
  it.each([
    ['Nodemailer', Nodemailer],
    ['Email', Email],
    ['an object', { id: 'own', name: 'Own', type: 'email' } as unknown as typeof Nodemailer],
  ])('sends the sign-in links of the provider %s, which has no server', async (_, provider) => {
    const app = createApp({ adapter: memory(), mail: inboxTransport(), providers: [provider] })
    const [id] = (await createAuth(app.config).config.checkConfig()).providers.keys()
    const browser = new Browser(app)
    const email = newAddress()
    await browser.post(`${BASE}/signin/${id}`, { email })
    const { subject } = await mailTo(email)
    expect(subject).toBe('Sign in to app.test')
    await browser.get(await linkTo(email), NAVIGATION)
    expect(await readSession(browser)).toMatchObject({ user: { email } })
    expect(app.errors).toEqual([])
  })

  it('is used by a provider whose server is set and whose sender is not', async () => {
    vi.stubEnv('AUTH_NODEMAILER_SERVER', 'smtp://mail.example.com')
    const send = vi.fn()
    const app = createApp({ adapter: memory(), mail: { name: 'Own', send }, providers: [Nodemailer] })
    await new Browser(app).post(`${BASE}/signin/nodemailer`, { email: newAddress() })
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('is not used by a provider that sends itself', async () => {
    const sent: string[] = []
    const mail: MailTransport = { name: 'Own', send: ({ to }) => void sent.push(`mail ${to}`) }
    const own = Nodemailer({ sendVerificationRequest: ({ identifier }) => void sent.push(identifier) })
    const service = Resend({
      apiKey: 'key',
      from,
      [customFetch]: async () => Response.json(sent.push('service')),
    })
    const app = createApp({ adapter: memory(), mail, providers: [own, service] })
    await new Browser(app).post(`${BASE}/signin/nodemailer`, { email: 'ann@example.com' })
    await new Browser(app).post(`${BASE}/signin/resend`, { email: 'ben@example.com' })
    expect(sent).toEqual(['ann@example.com', 'service'])
  })

  it('reads the variables of its service, and the options take precedence', async () => {
    vi.stubEnv('AUTH_RESEND_KEY', 'key-of-environment')
    vi.stubEnv('AUTH_RESEND_FROM', 'environment@app.test')
    const requests: [unknown, unknown][] = []
    const mail = resend({
      from,
      [customFetch]: async (_, init) => {
        const authorization = new Headers(init?.headers).get('authorization')
        requests.push([authorization, JSON.parse(String(init?.body)).from])
        return Response.json({})
      },
    })
    const app = createApp({ adapter: memory(), mail, providers: [Nodemailer] })
    await new Browser(app).post(`${BASE}/signin/nodemailer`, { email: newAddress() })
    expect(requests).toEqual([['Bearer key-of-environment', from]])
  })

  it('receives the values of another environment from `setEnvDefaults`', () => {
    const config: AuthConfig = { providers: [], mail: resend() }
    setEnvDefaults({ AUTH_RESEND_KEY: 'key', AUTH_RESEND_FROM: from }, config)
    expect(config.mail).toMatchObject({ apiKey: 'key', from })
  })

  it.each([
    [resend(), 'The transport "Resend" of `mail` has no `from`. Set AUTH_RESEND_FROM in the environment'],
    [sendgrid({ from }), 'has no `apiKey`. Set AUTH_SENDGRID_KEY in the environment'],
    [nodemailer({ from }), 'has no `server`. Set AUTH_NODEMAILER_SERVER in the environment'],
    [nodemailer({ from, server: 'mail.example.com' }), '`mail.server` is not a URL.'],
    [{ name: 'Own' } as MailTransport, '`mail` has no `send`. Set it to a transport such as'],
  ])('is reported if it cannot send: %o', async (mail, message) => {
    expect(await findProblem({ mail })).toContain(message)
  })

  it('is offered by a provider that has nothing to send with', async () => {
    const provider = { id: 'own', name: 'Own', type: 'email' } as unknown as typeof Nodemailer
    expect(await findProblem({ providers: [provider] })).toContain('or set the option `mail`')
  })
})

const SERVICES = { forwardemail, mailgun, postmark, resend, sendgrid }

describe.each(Object.entries(SERVICES))('the transport %s', (_, create) => {
  const setUp = (respond: (body: string) => Response): ReturnType<typeof createAuth>['config'] => {
    const send: typeof fetch = async (url, init) => respond(await new Request(url, init).text())
    const mail = create({ from, apiKey: 'the-key-of-the-application', [customFetch]: send })
    return createAuth(createApp({ mail, baseUrl: 'https://app.test', adapter: memory() }).config).config
  }
  const mail = {
    type: 'signUp',
    code: '48213796',
    url: 'https://app.test/auth/signup?token=a-secret-token',
  } as const

  it('sends recipient, sender and both contents', async () => {
    const bodies: string[] = []
    const auth = setUp((body) => Response.json(bodies.push(body)))
    await sendMail({ auth }, 'ann@example.com', mail)
    expect(bodies).toHaveLength(1)
    for (const part of [
      'ann@example.com',
      'no-reply@app.test',
      '48213796',
      '<!doctype html>',
      'Confirm your e-mail address for app.test',
    ])
      expect(bodies[0]).toContain(part)
  })

  it('leaves code, token, address and API key out of errors', async () => {
    const auth = setUp((body) => new Response(`the-key-of-the-application ${body}`, { status: 422 }))
    const error = await sendMail({ auth }, 'ann@example.com', mail).catch((thrown: unknown) => thrown)
    const { type, message, stack, cause } = error as Error & { type: string; cause: { err: Error } }
    expect(type).toBe('EmailSignInError')
    const text = [message, stack, cause.err.message, cause.err.stack, cause.err.cause].join()
    expect(text).toContain('[redacted]')
    expect(text).not.toMatch(/48213796|a-secret-token|ann@example|the-key-of/)
  })
})

describe('sendMail', () => {
  it.each([
    'ann@example.com, ben@example.com',
    'ann@example.com;ben@example.com',
    'Ann <ann@example.com>',
    '"ann"@example.com',
    'ann@example.com\r\nBcc: ben@example.com',
    'ann',
    '',
  ])('sends nothing to what may be read as another address: %j', async (to) => {
    const send = vi.fn()
    const { config: auth } = createAuth(
      createApp({ mail: { name: 'Own', send }, baseUrl: 'https://app.test' }).config,
    )
    await expect(sendMail({ auth }, to, { type: 'addressInUse' })).rejects.toMatchObject({
      type: 'EmailSignInError',
    })
    expect(send).not.toHaveBeenCalled()
  })

  it('without the option `mail`, or without an address of the application, says what to set', async () => {
    const { config: none } = createAuth(createApp().config)
    await expect(sendMail({ auth: none }, 'a@b.test', { type: 'addressInUse' })).rejects.toThrow(
      '`mail` is not set.',
    )
    const { config: auth } = createAuth(createApp({ mail: { name: 'Own', send: () => {} } }).config)
    await expect(sendMail({ auth }, 'a@b.test', { type: 'addressInUse' })).rejects.toThrow('Set AUTH_URL')
  })
})

describe('pretendToSend', () => {
  it('waits as long as a delivery took', async () => {
    const send = async (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150))
    const { config: auth } = createAuth(
      createApp({ mail: { name: 'Own', send }, baseUrl: 'https://app.test' }).config,
    )
    await sendMail({ auth }, 'ann@example.com', { type: 'addressInUse' })
    const wait = vi.spyOn(globalThis, 'setTimeout')
    await pretendToSend({ auth })
    expect(wait.mock.calls.some(([, milliseconds = 0]) => milliseconds >= 140 && milliseconds < 2000)).toBe(
      true,
    )
    wait.mockRestore()
  })

  it('fails as the last delivery failed while the service cannot be reached', async () => {
    const send = (): never => {
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    }
    const { config: auth } = createAuth(
      createApp({ mail: { name: 'Own', send }, baseUrl: 'https://app.test' }).config,
    )
    const real = await sendMail({ auth }, 'ann@example.com', { type: 'addressInUse' }).catch(
      (error: unknown) => error,
    )
    expect(real).toMatchObject({ type: 'ServiceUnavailable' })
    await expect(pretendToSend({ auth })).rejects.toMatchObject({ type: 'ServiceUnavailable' })
  })
})
