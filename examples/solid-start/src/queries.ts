import { query } from '@solidjs/router'
import { auth, signIn } from './auth'

/** Who is signed in, for all pages. */
export const getSession = query(async () => {
  'use server'
  return auth()
}, 'session')

/**
 * What the protected page shows. The middleware keeps strangers away from the page already, but it does not see the steps that are made inside the
 * browser: for those only this is asked.
 *
 * @param path where strangers come back to once they have signed in
 */
export const getAccount = query(async (path: string) => {
  'use server'
  const session = await auth()
  if (!session?.user) throw await signIn(undefined, { redirectTo: path })
  return { user: session.user, expires: session.expires }
}, 'account')
