import { Browser } from '../../latchkey/test/kit/browser.ts'
import { matches, same } from './expectation.ts'
import { BASE, createSite } from './site.ts'

/** The sign-in page is whole, and its policy names the hash of the one style sheet in it. */
export async function signInPage(): Promise<void> {
  const response = await new Browser(createSite()).get(`${BASE}/signin`)
  same(response.status, 200, 'status')
  const html = await response.text()
  matches(html, /^<!doctype html><html/, 'the document')
  matches(html, /<h1>Sign in<\/h1>/, 'the heading')
  matches(html, new RegExp(`action="${BASE}/signin/idp"`), 'the button of the provider')
  matches(html, new RegExp(`action="${BASE}/callback/credentials"`), 'the form for a password')
  const css = html.match(/<style>([^<]+)<\/style>/)?.[1] ?? ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
  const policy = response.headers.get('content-security-policy') ?? ''
  same(policy.split('; ').slice(0, 2), ["default-src 'none'", `style-src 'sha256-${hash}'`], 'the policy')
}

/** A body beyond 64 KB is refused, told how long it is or not. */
export async function tooLargeBody(): Promise<void> {
  const body = `password=${'x'.repeat(70_000)}`
  const streamed = new Response(body).body
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  }
  for (const [how, content] of Object.entries({ whole: body, streamed })) {
    const init = { method: 'POST', headers, body: content, duplex: 'half' }
    same(
      (await createSite().fetch(new Request(`${BASE}/callback/credentials`, init))).status,
      413,
      `status of a body that comes ${how}`,
    )
  }
}
