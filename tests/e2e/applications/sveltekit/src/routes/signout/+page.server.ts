import { redirect } from '@sveltejs/kit'
import { signOut } from '#lib/server/auth.ts'
import type { Actions, PageServerLoad } from './$types'

/** The target of the `SignOut` forms. Other requests are redirected to the sign-out page. */
export const load: PageServerLoad = () => redirect(303, '/auth/signout')

export const actions: Actions = { default: signOut }
