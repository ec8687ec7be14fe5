import type { NextRequest } from 'next/server.js'
import type { ResolvedAuth } from '../contract/context.ts'
import { hasChunked, readChunked } from '../http/cookies/chunks.ts'
import { readCookieHeader } from '../http/cookies/header.ts'
import { createCookieJar } from '../http/cookies/jar.ts'
import { publicBase } from '../http/public-base.ts'

/** How many cookies are decrypted: any client can send hundreds of them. */
const MAX_TRIED = 4
/** The name of a session cookie, and the prefix in it. */
const SESSION_COOKIE = /^((?:__Secure-|__Host-)?([\w.-]+)\.session-token)(?:\.0)?$/

/**
 * Warns if a signed-out visitor has a session under another name, which the secret opens: a sign-in
 * wrote it with another configuration than that of the proxy. The proxy would then redirect the
 * visitor to the sign-in page after each sign-in.
 */
export async function warnOfOtherPrefix(
  auth: ResolvedAuth,
  { headers, nextUrl }: NextRequest,
): Promise<void> {
  const cookies = createCookieJar(readCookieHeader(headers.get('cookie')))
  const own = publicBase(auth, headers, nextUrl)?.cookies.sessionToken.name
  if (own === undefined || hasChunked(cookies, own)) return
  const found = cookies.names().flatMap((sent) => {
    const [, name, prefix] = SESSION_COOKIE.exec(sent) ?? []
    return name === undefined || prefix === undefined ? [] : [{ name, prefix }]
  })
  for (const { name, prefix } of found.slice(0, MAX_TRIED)) {
    const value = readChunked(cookies, name)
    const token = value && (await auth.sessionCodec.decode(value, name, auth.now()))
    if (!token || token instanceof Error) continue
    auth.warnOnce(
      'other-prefix',
      `The proxy reads the session from \`${own}\`, but a visitor has one in \`${name}\`. ` +
        fixFor(own, prefix),
    )
  }
}

function fixFor(own: string, prefix: string): string {
  return SESSION_COOKIE.exec(own)?.[2] === prefix
    ? 'Set `AUTH_URL`, so that each configuration knows whether the application uses HTTPS.'
    : `Set \`cookiePrefix: '${prefix}'\` in the configuration that the proxy uses, ` +
        `or the variable AUTH_COOKIE_PREFIX=${prefix} for all of them.`
}
