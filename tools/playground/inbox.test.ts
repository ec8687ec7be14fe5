import { get } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningInbox, startInbox } from './inbox.ts'
import { PortInUseError } from './loopback.ts'
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
  if (message === undefined) throw new Error('There is no e-mail.')
  return message
}
const open = async (path: string) => {
  const response = await fetch(inbox.url + path)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

describe('the API', () => {
  it('returns an e-mail that was sent', async () => {
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

  it('waits for an e-mail, and for the next one', async () => {
    const waiting = newest('?to=ada@example.com&wait=10000')
    await send({ to: 'ada@example.com', subject: 'first' })
    const first = await waiting
    expect(first.subject).toBe('first')
    const next = list(`?to=ada@example.com&after=${first.id}&wait=10000`)
    await send({ to: 'ada@example.com', subject: 'second' })
    expect(await next).toEqual([expect.objectContaining({ subject: 'second' })])
  })

  it('returns an empty list when the wait times out', async () => {
    expect(await list('?to=unknown@example.com&wait=20')).toEqual([])
  })

  it('finds e-mails by the address of delivery, including blind copies', async () => {
    await send({ to: 'ada@example.com', bcc: 'grace@example.org', subject: 'copy' })
    expect(await list('?to=grace@example.org')).toHaveLength(1)
  })

  it.each(['wait=soon', 'wait=30001', 'wait=-1', 'after=x'])('rejects %s', async (query) => {
    expect((await fetch(`${inbox.url}/messages?${query}`)).status).toBe(400)
  })

  it('rejects unknown paths and methods', async () => {
    expect((await open('/elsewhere')).status).toBe(404)
    expect((await open('/messages/999')).status).toBe(404)
    const wrong = await fetch(`${inbox.url}/messages`, { method: 'PUT' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, DELETE'])
  })
})

describe('the mail server', () => {
  it('rejects an e-mail that is too large, and accepts the next one', async () => {
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

  it('show the HTML of an e-mail in a sandbox, with a policy that runs and loads nothing', async () => {
    await send(hostile)
    const { id } = await newest()
    const { body, headers } = await open(`/mail/${id}`)
    expect(body).toContain(
      '<iframe title="The message" sandbox="allow-popups allow-popups-to-escape-sandbox" ' +
        'srcdoc="&#60;base target=&#34;_blank&#34;&#62;',
    )
    expect(body.match(/<\/iframe>/g)).toHaveLength(1)
    const policy = headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('script-src')
  })

  it('turn web addresses in text into links, and nothing else', async () => {
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

  it('accept the button that empties the inbox only from the same origin', async () => {
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

it('is available only under the names of this computer', async () => {
  const status = await new Promise((resolve) => {
    get(inbox.url, { headers: { host: 'rebound.example' } }, (response) =>
      resolve(response.resume().statusCode),
    )
  })
  expect(status).toBe(421)
})

it.each(['//[', 'http://[', 'http://example.com:99999/', '/%'])(
  'handles the malformed path %s',
  async (path) => {
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(inbox.url)
      get({ port, path, headers: { host: 'localhost' } }, (response) =>
        resolve(response.resume().statusCode),
      ).on('error', reject)
    })
    expect(status).toBe(404)
  },
)

it('reports the port that is in use, and frees the other one', async () => {
  const other = await startInbox()
  const port = Number(new URL(other.url).port)
  await other.close()
  const smtpPort = Number(new URL(inbox.smtpUrl).port)
  await expect(startInbox({ port, smtpPort })).rejects.toThrow(PortInUseError)
  const again = await startInbox({ port })
  await again.close()
})
