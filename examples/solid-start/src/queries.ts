import { query } from '@solidjs/router'
import { auth, signIn } from './auth'

/** Returns the session, for all pages. */
export const getSession = query(async () => {
  'use server'
  return auth()
}, 'session')

/**
 * Returns the data of the protected page. The middleware redirects signed-out users when the page
 * is loaded, but it does not run for navigations inside the browser. Those run only this query.
 *
 * @param path the page to which users return after signing in
 */
export const getAccount = query(async (path: string) => {
  'use server'
  const session = await auth()
  if (!session?.user) throw await signIn(undefined, { redirectTo: path })
  return { user: session.user, expires: session.expires }
}, 'account')
