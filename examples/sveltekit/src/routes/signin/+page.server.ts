import { redirect } from '@sveltejs/kit'
import { signIn } from '#lib/server/auth.ts'
import { sayWhy } from '#lib/server/say-why.ts'
import type { Actions, PageServerLoad } from './$types'

/** Where the forms of `SignIn` are sent. Who comes here otherwise wants the sign-in page. */
export const load: PageServerLoad = () => redirect(303, '/auth/signin')

export const actions: Actions = {
  default: (event) => signIn(event).catch(sayWhy),
}
