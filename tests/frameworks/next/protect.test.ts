import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import { findForms } from '@latchkey/test-support/kit/browser.ts'
import { describe, expect, it } from 'vitest'
import { redirectOf } from '../shared/visitors.ts'
import { ann, anonymous, open, site, visitors } from './visitor.ts'

/** Keeps when users signed in. Sessions of other variants do not, so that they are not recent. */
const SECURITY = { 'x-variant': 'security' }
const PAGE = { ...SECURITY, accept: 'text/html', 'sec-fetch-dest': 'document' }

/** Signs in again, and follows the redirects of the application. */
async function confirm(browser: Browser, location: string | null) {
  let response = await browser.get(location ?? '', PAGE)
  const callbackUrl = new URL(response.headers.get('location') ?? '').searchParams.get('callbackUrl') ?? ''
  const fields = { email: 'ann@example.com', password: 'right', callbackUrl }
  response = await browser.post(`${site}/api/auth/callback/credentials`, fields, PAGE)
  return browser.get(response.headers.get('location') ?? '', PAGE)
}

describe('a route handler', () => {
  it('that `protect` wraps redirects pages, and says to scripts where to go', async () => {
    const browser = await ann()
    const page = await browser.get(`${site}/api/protected?a=1`, PAGE)
    expect({ status: page.status, location: page.headers.get('location') }).toEqual({
      status: 307,
      location: expect.stringContaining('/api/auth/verify?for=session&within=600&callbackUrl='),
    })
    const script = await browser.get(`${site}/api/protected`, { ...SECURITY, accept: '*/*' })
    expect({ status: script.status, body: await script.json() }).toEqual({
      status: 401,
      body: {
        error: 'Please confirm that it is you.',
        url: expect.stringContaining('/api/auth/verify?for=session'),
      },
    })
    const allowed = await confirm(browser, page.headers.get('location'))
    expect(await allowed.json()).toMatchObject({ user: { name: 'Ann' } })
  })

  it('that calls `protect` redirects signed-out pages, and sends 401 to scripts', async () => {
    const page = await anonymous().get(`${site}/api/protected-call?a=1`, { accept: 'text/html' })
    expect(redirectOf(page)).toEqual({
      status: 303,
      location: `${site}/api/auth/signin?callbackUrl=${encodeURIComponent(`${site}/api/protected-call?a=1`)}`,
    })
    expect((await anonymous().get(`${site}/api/protected-call`, { accept: '*/*' })).status).toBe(401)
    expect(await (await open(await ann(), '/api/protected-call')).json()).toMatchObject({
      user: { name: 'Ann' },
    })
  })
})

describe('getServerSideProps', () => {
  it('responds with the redirect, and shows the page after the confirmation', async () => {
    const browser = await ann()
    const page = await browser.get(`${site}/protected-side?a=1`, PAGE)
    expect({ status: page.status, location: page.headers.get('location') }).toEqual({
      status: 307,
      location: expect.stringContaining(`callbackUrl=${encodeURIComponent(`${site}/protected-side?a=1`)}`),
    })
    const shown = await confirm(browser, page.headers.get('location'))
    expect(await shown.text()).toContain('ann@example.com')
  })
})

describe('a server action with a state', () => {
  it('is called with the state that it had, once', async () => {
    const browser = await ann()
    const offer = await confirm(browser, (await order(browser, 'Order')).headers.get('location'))
    const again = () => sendAgain(browser, offer.clone())
    const target = new URL((await again()).headers.get('location') ?? '', site)
    expect(Object.fromEntries(target.searchParams)).toEqual({ last: '$tea "&', now: 'cake' })
    expect((await again()).headers.get('location')).toContain('form=lost')
  })

  it('has to be filled in again if `args` is missing, because its arguments would be wrong', async () => {
    const browser = await ann()
    const location = (await order(browser, 'Order otherwise')).headers.get('location')
    expect(location).toContain('form=lost')
    expect((await confirm(browser, location)).status).toBe(410)
  })
})

/** Submits a form of the page `/stated` as a browser without JavaScript does. */
async function order(browser: Browser, button: string): Promise<Response> {
  const page = await browser.get(`${site}/stated`, PAGE)
  const forms = await findForms(page, `${site}/stated`)
  const form = forms.find(({ buttons }) => buttons.some(({ text }) => text === button))
  return send(browser, `${site}/stated`, { ...decode(form?.fields), item: 'cake' })
}

async function sendAgain(browser: Browser, offer: Response): Promise<Response> {
  const [form] = await findForms(offer, site)
  return send(browser, form?.action ?? '', decode(form?.fields))
}

function send(browser: Browser, url: string, fields: Record<string, string>): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers = visitors.own({ ...PAGE, referer: `${site}/stated` })
  return browser.send(url, { method: 'POST', headers, body })
}

function decode(fields: Readonly<Record<string, string>> = {}): Record<string, string> {
  const plain = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]))
}

describe('a change for which the sign-in must be recent', () => {
  it('leads the user to confirm', async () => {
    const response = await (await ann()).get(`${site}/api/change`, PAGE)
    expect(redirectOf(response)).toEqual({
      status: 303,
      location: expect.stringContaining('/api/auth/verify?for=session&within=900'),
    })
  })
})
