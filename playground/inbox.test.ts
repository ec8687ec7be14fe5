import { get } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningInbox, startInbox } from './inbox.ts'
import { PortTaken } from './loopback.ts'
import type { Message } from './mailbox.ts'

let inbox: RunningInbox

beforeAll(async () => {
  inbox = await startInbox()
})

afterAll(() => inbox.close())

beforeEach(async () => {
  await fetch(`${inbox.url}/messages`, { method: 'DELETE' })
})

interface Mail {
  readonly to: string
  readonly subject?: string
  readonly text?: string
  readonly html?: string
  readonly bcc?: string
}

const send = (mail: Mail) =>
  createTransport(inbox.smtpUrl).sendMail({ from: 'Latchkey <no-reply@example.com>', ...mail })
const list = async (query = ''): Promise<Message[]> => JSON.parse((await open(`/messages${query}`)).body)
const newest = async (query = '') => {
  const [message] = await list(query)
  if (message === undefined) throw new Error('there is no mail')
  return message
}
const open = async (path: string) => {
  const response = await fetch(inbox.url + path)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

describe('the API', () => {
  it('gives a mail that was sent to it', async () => {
    await send({
      to: 'Ada@example.com',
      subject: 'Grüße 🔑',
      text: 'Open http://localhost:9/?a=1&b=2',
      html: '<p>Hello</p>',
    })
    const mail = await newest('?to=ada@example.com')
    expect(mail).toMatchObject({
      from: 'no-reply@example.com',
      to: ['ada@example.com'],
      subject: 'Grüße 🔑',
      text: expect.stringContaining('http://localhost:9/?a=1&b=2'),
      html: expect.stringContaining('<p>Hello</p>'),
    })
    expect(await (await fetch(`${inbox.url}/messages/${mail.id}`)).json()).toEqual(mail)
  })

  it('waits for a mail, and for the next one', async () => {
    const waiting = newest('?to=ada@example.com&wait=10000')
    await send({ to: 'ada@example.com', subject: 'first' })
    const first = await waiting
    expect(first.subject).toBe('first')
    const next = list(`?to=ada@example.com&after=${first.id}&wait=10000`)
    await send({ to: 'ada@example.com', subject: 'second' })
    expect(await next).toEqual([expect.objectContaining({ subject: 'second' })])
  })

  it('answers with nothing when the wait is over', async () => {
    expect(await list('?to=nobody@example.com&wait=20')).toEqual([])
  })

  it('goes by who it was delivered to, hidden copies too', async () => {
    await send({ to: 'ada@example.com', bcc: 'grace@example.org', subject: 'copy' })
    expect(await list('?to=grace@example.org')).toHaveLength(1)
  })

  it.each(['wait=soon', 'wait=30001', 'wait=-1', 'after=x'])('refuses %s', async (query) => {
    expect((await fetch(`${inbox.url}/messages?${query}`)).status).toBe(400)
  })

  it('knows its paths and methods', async () => {
    expect((await open('/elsewhere')).status).toBe(404)
    expect((await open('/messages/999')).status).toBe(404)
    const wrong = await fetch(`${inbox.url}/messages`, { method: 'PUT' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, DELETE'])
  })
})

describe('the mail server', () => {
  it('refuses a mail that is too large, and goes on', async () => {
    await expect(send({ to: 'ada@example.com', text: 'x'.repeat(1_000_001) })).rejects.toMatchObject({
      responseCode: 552,
    })
    await send({ to: 'ada@example.com', subject: 'small' })
    expect(await list()).toHaveLength(1)
  })
})

describe('the pages', () => {
  const hostile = {
    to: 'ada@example.com',
    subject: `</title><script>alert("1")</script>`,
    html: `"></iframe><script>alert(2)</script><img src=x onerror=alert(3)>`,
  }

  it('show a hostile subject as text', async () => {
    await send(hostile)
    const { id } = await newest()
    for (const path of ['/', `/mail/${id}`]) {
      const { body } = await open(path)
      expect(body).toContain('&#60;script&#62;alert(&#34;1&#34;)')
      expect(body).not.toMatch(/<script>alert|onerror=alert\(3\)>/)
    }
  })

  it('keep the HTML of a mail in a sandbox, with a policy that runs nothing and loads nothing', async () => {
    await send(hostile)
    const { id } = await newest()
    const { body, headers } = await open(`/mail/${id}`)
    expect(body).toContain(
      '<iframe title="The message" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="&#60;base target=&#34;_blank&#34;&#62;',
    )
    expect(body.match(/<\/iframe>/g)).toHaveLength(1)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
  })

  it('make links of addresses in text, and of nothing else', async () => {
    await send({
      to: 'ada@example.com',
      text: 'Sign in: http://localhost:9/cb?token=1&email=a%40b <b> javascript://%0aalert(1)',
    })
    const { id } = await newest()
    const { body } = await open(`/mail/${id}`)
    expect(body).toContain(
      '<a href="http://localhost:9/cb?token=1&#38;email=a%40b" target="_blank" rel="noopener noreferrer">',
    )
    expect(body).not.toContain('href="javascript')
    expect(body).not.toContain('<b>')
  })

  it('can be emptied from themselves only', async () => {
    await send({ to: 'ada@example.com' })
    const press = (site: string) =>
      fetch(`${inbox.url}/messages/clear`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': site },
      })
    expect((await press('cross-site')).status).toBe(403)
    expect(await list()).toHaveLength(1)
    expect((await press('same-origin')).status).toBe(303)
    expect(await list()).toHaveLength(0)
  })
})

it('answers by the names of this computer only', async () => {
  const status = await new Promise((resolve) => {
    get(inbox.url, { headers: { host: 'rebound.example' } }, (response) =>
      resolve(response.resume().statusCode),
    )
  })
  expect(status).toBe(421)
})

it.each(['//[', 'http://[', 'http://example.com:99999/', '/%'])('survives the odd path %s', async (path) => {
  const status = await new Promise((resolve, reject) => {
    const { port } = new URL(inbox.url)
    get({ port, path, headers: { host: 'localhost' } }, (response) =>
      resolve(response.resume().statusCode),
    ).on('error', reject)
  })
  expect(status).toBe(404)
})

it('says which port is taken, and leaves the other one free', async () => {
  const other = await startInbox()
  const port = Number(new URL(other.url).port)
  await other.close()
  const smtpPort = Number(new URL(inbox.smtpUrl).port)
  await expect(startInbox({ port, smtpPort })).rejects.toThrow(PortTaken)
  const again = await startInbox({ port })
  await again.close()
})
