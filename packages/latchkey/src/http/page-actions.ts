import type { AuthAction } from '../types/auth-action.ts'
import type { PagesOptions } from '../types/pages.ts'

/** The pages that an application may replace, and each built-in page's action. */
export const PAGE_ACTIONS: Readonly<Record<Exclude<keyof PagesOptions, 'newUser'>, AuthAction>> = {
  signIn: 'signin',
  signOut: 'signout',
  error: 'error',
  verifyRequest: 'verify-request',
  verify: 'verify',
  signUp: 'signup',
  reset: 'reset',
}
