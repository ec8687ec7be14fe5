export { auth as proxy } from '@/auth'

/** The pages that require a signed-in user. */
export const config = { matcher: ['/account/:path*', '/invite'] }
