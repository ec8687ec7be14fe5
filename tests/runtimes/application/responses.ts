import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { assertEqual, assertMatch } from './assertions.ts'
import { BASE, createSite } from './site.ts'

/**
 * The sign-in page is complete, and its Content-Security-Policy has the hash of its style sheet.
 */
export async function signInPage(): Promise<void> {
  const response = await new Browser(createSite()).get(`${BASE}/signin`)
  assertEqual(response.status, 200, 'status')
  const html = await response.text()
  assertMatch(html, /^<!doctype html><html/, 'document')
  assertMatch(html, /<h1>Sign in<\/h1>/, 'heading')
  assertMatch(html, new RegExp(`action="${BASE}/signin/idp"`), 'button of the provider')
  assertMatch(html, new RegExp(`action="${BASE}/callback/credentials"`), 'password form')
  const css = html.match(/<style>([^<]+)<\/style>/)?.[1] ?? ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))
  const hash = btoa(String.fromCharCode(...new Uint8Array(digest)))
  const policy = response.headers.get('content-security-policy') ?? ''
  assertEqual(policy.split('; ').slice(0, 2), ["default-src 'none'", `style-src 'sha256-${hash}'`], 'policy')
}

/** A body larger than 64 KB is rejected, with or without a `Content-Length`. */
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
    assertEqual(
      (await createSite().fetch(new Request(`${BASE}/callback/credentials`, init))).status,
      413,
      `status for a ${how} body`,
    )
  }
}
