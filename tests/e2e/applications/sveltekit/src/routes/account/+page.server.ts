import { redirect } from '@sveltejs/kit'
import type { PageServerLoad } from './$types'

/**
 * The hook already redirects signed-out users. Check again wherever data is shown: a pattern
 * changes easily.
 */
export const load: PageServerLoad = async ({ locals }) => {
  const session = await locals.auth()
  if (!session?.user) redirect(303, '/auth/signin?callbackUrl=/account')
  return { account: { ...session, user: session.user } }
}
