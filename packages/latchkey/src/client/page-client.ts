import { PageClient } from './client.ts'

/** A page's shared client, for the functions that React and passkeys import. */
export const pageClient: PageClient = new PageClient({
  basePath: `${nextBasePath()}/api/auth`,
  get baseUrl() {
    return serverOrigin()
  },
})

/** Returns the application's origin for its own server's requests, from the environment. */
function serverOrigin(): string | undefined {
  if (typeof window !== 'undefined' || typeof process === 'undefined') return undefined
  const { NEXTAUTH_URL_INTERNAL, AUTH_URL, NEXTAUTH_URL, VERCEL_URL } = process.env
  const url = NEXTAUTH_URL_INTERNAL || AUTH_URL || NEXTAUTH_URL || VERCEL_URL || 'http://localhost:3000'
  return new URL(/^https?:/.test(url) ? url : `https://${url}`).origin
}

/**
 * Returns the `basePath` of next.config. Next.js replaces the variable when it builds the
 * application; other browsers have no `process`.
 */
function nextBasePath(): string {
  try {
    return process.env.__NEXT_ROUTER_BASEPATH ?? ''
  } catch {
    return ''
  }
}
