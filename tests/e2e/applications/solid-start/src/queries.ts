import { query } from '@solidjs/router'
import { auth, currentUser, protect, signIn } from './auth'
import { readProfile } from './playground-api'
import { readSecurity } from './security/read'

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

/** Returns the user who invites. `protect` leads signed-out users to the sign-in page, and back. */
export const getInviter = query(async () => {
  'use server'
  return (await protect({ page: '/invite' })).user
}, 'inviter')

/** Returns the user's data at the provider, or why there are none; `null` for signed-out users. */
export const getProfileAtProvider = query(async () => {
  'use server'
  const user = await currentUser()
  return user && readProfile(user)
}, 'profile-at-provider')

/** Returns the user's second factors, sessions and recent activity; `null` for signed-out users. */
export const getSecurity = query(async () => {
  'use server'
  const user = await currentUser()
  return user && readSecurity(user)
}, 'security')
