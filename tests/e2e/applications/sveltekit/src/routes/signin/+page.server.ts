import { redirect } from '@sveltejs/kit'
import { signIn } from '#lib/server/auth.ts'
import { redirectOnError } from '#lib/server/redirect-on-error.ts'
import type { Actions, PageServerLoad } from './$types'

/** The target of the `SignIn` forms. Other requests are redirected to the sign-in page. */
export const load: PageServerLoad = () => redirect(303, '/auth/signin')

export const actions: Actions = {
  default: (event) => signIn(event).catch(redirectOnError),
}
