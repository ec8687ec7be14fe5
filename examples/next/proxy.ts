export { auth as proxy } from '@/auth'

/** The pages that only somebody who is signed in gets to see. */
export const config = { matcher: ['/account/:path*'] }
