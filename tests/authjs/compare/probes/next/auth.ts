import NextAuth, { type NextAuthConfig } from 'next-auth'
import { recorder } from './lib/recorder'
import { shared } from './lib/shared'

/** The usual configuration. */
export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({ ...shared })

/** A configuration for each request. */
export const lazy = NextAuth((request) => {
  recorder.add('configuration', 'request', request === undefined ? 'none' : { method: request.method })
  return { ...shared, basePath: '/lazy/auth' }
})

/** A configuration that cannot be used. */
export const noSecret = NextAuth({ ...shared, basePath: '/no-secret/auth', secret: undefined })

/** A host that is not trusted. */
export const untrusted = NextAuth({ ...shared, basePath: '/untrusted/auth', trustHost: false })

/** The result of `authorized` is the last segment of the path. */
const authorized: NonNullable<NextAuthConfig['callbacks']>['authorized'] = ({ auth, request }) => {
  const { pathname, searchParams } = request.nextUrl
  recorder.add('callbacks', 'authorized', { auth: auth?.user?.email, pathname })
  switch (searchParams.get('authorized') ?? pathname.split('/').at(-1)) {
    case 'yes':
      return true
    case 'no':
      return false
    case 'session':
      return auth !== null
    case 'forbidden':
      return new Response('Forbidden', { status: 403, headers: { 'x-from': 'authorized' } })
    case 'json':
      return Response.json({ error: 'Unauthorized' }, { status: 401 })
    case 'away':
      return Response.redirect(new URL('/elsewhere?from=authorized', request.nextUrl))
    case 'itself':
      return Response.redirect(request.nextUrl)
    case 'text':
      return 'yes' as unknown as boolean
    case 'throws':
      throw new Error('The callback failed.')
    default:
      return undefined as unknown as boolean
  }
}

/** `authorized` with the built-in pages. */
export const members = NextAuth({
  ...shared,
  basePath: '/members/auth',
  callbacks: { ...shared.callbacks, authorized },
})

/** `authorized` with pages of the application. */
export const custom = NextAuth({
  ...shared,
  basePath: '/custom/auth',
  pages: { signIn: '/custom/login', error: '/custom/failed' },
  callbacks: { ...shared.callbacks, authorized },
})
