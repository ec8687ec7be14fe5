import { redirect } from '@sveltejs/kit'
import type { PageServerLoad } from './$types'

/** The hook keeps strangers away already. What shows data checks by itself all the same: a pattern is soon changed. */
export const load: PageServerLoad = async ({ locals }) => {
  const session = await locals.auth()
  if (!session?.user) redirect(303, '/auth/signin?callbackUrl=/account')
  return { account: { ...session, user: session.user } }
}
