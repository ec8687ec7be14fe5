import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { type PageFiles, writePageFiles } from '@latchkey/test-support/kit/page-files.ts'
import type { LatchkeyResult } from 'latchkey/next'
import { NextRequest } from 'next/server.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

const ORIGIN = 'https://app.test'

/** The files of the page "E-mail deliverability". */
let page: PageFiles
let sent: { to: string[]; text: string; html: string }[]

isolateEnvironment()
beforeAll(async () => {
  page = await writePageFiles('sign-in/email-deliverability')
})
beforeEach(() => {
  sent = []
  vi.stubEnv('AUTH_SECRET', 'a secret that is long enough for every test here')
  vi.stubEnv('AUTH_URL', ORIGIN)
  vi.stubEnv('AUTH_RESEND_KEY', 're_key')
  vi.stubEnv('AUTH_RESEND_FROM', 'Example <sign-in@auth.example.com>')
  vi.stubEnv('DATABASE_PATH', ':memory:')
  vi.stubEnv('MAIL_FILE', ':memory:')
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return Response.json({ id: '1' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})
afterAll(() => page.remove())

async function request(email: string): Promise<string> {
  const { handlers } = await page.import<LatchkeyResult>('auth.ts')
  const browser = new Browser({ origin: ORIGIN, fetch: (request) => handlers.POST(new NextRequest(request)) })
  const response = await browser.post(`${ORIGIN}/api/auth/signin/resend`, { email })
  return response.headers.get('location') ?? ''
}

describe('an address that bounced', () => {
  it('receives no e-mail, and the visitor sees why', async () => {
    const { addUndeliverable } = await page.import<{ addUndeliverable(email: string): Promise<void> }>(
      'undeliverable.ts',
    )
    await addUndeliverable(' Ann@Example.com ')
    expect(new URL(await request('ann@example.com'), ORIGIN).pathname).toBe('/undeliverable')
    expect(sent).toEqual([])
  })

  it('does not prevent other addresses from receiving a link, as text and as HTML', async () => {
    expect(new URL(await request('ben@example.com'), ORIGIN).pathname).toBe('/api/auth/verify-request')
    expect(sent).toHaveLength(1)
    const [{ text = '', html = '' } = {}] = sent
    const [url = ''] = text.match(/https:\S+/) ?? []
    expect(new URL(url).origin).toBe(ORIGIN)
    expect(html.replaceAll('&amp;', '&')).toContain(url)
    expect(html).not.toMatch(/<img|<script/)
  })
})
