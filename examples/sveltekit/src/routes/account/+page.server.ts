import { redirect } from '@sveltejs/kit'
import { signIn, signOut } from '../../auth'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals }) => {
  const session = await locals.auth()
  if (!session?.user) redirect(303, '/auth/signin?callbackUrl=/account')
  return { name: session.user.name ?? session.user.email }
}

export const actions: Actions = { signIn, signOut }
