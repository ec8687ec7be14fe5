import { redirect } from '@sveltejs/kit'
import { signOut } from '#lib/server/auth.ts'
import type { Actions, PageServerLoad } from './$types'

/** Where the forms of `SignOut` are sent. Who comes here otherwise wants the page that asks. */
export const load: PageServerLoad = () => redirect(303, '/auth/signout')

export const actions: Actions = { default: signOut }
