import { PageClient } from './client.ts'

/** The one client of a page, for the functions that are imported and not made: those of React, and passkeys. */
export const pageClient: PageClient = new PageClient({
  basePath: '/api/auth',
  get baseUrl() {
    return serverOrigin()
  },
})

/** Where the application is reached by its own server, as the environment has it. */
function serverOrigin(): string | undefined {
  if (typeof window !== 'undefined' || typeof process === 'undefined') return undefined
  const { NEXTAUTH_URL_INTERNAL, AUTH_URL, NEXTAUTH_URL, VERCEL_URL } = process.env
  const url = NEXTAUTH_URL_INTERNAL || AUTH_URL || NEXTAUTH_URL || VERCEL_URL || 'http://localhost:3000'
  return new URL(/^https?:/.test(url) ? url : `https://${url}`).origin
}
