import { redirect } from '@sveltejs/kit'
import { readProfile, refreshToken } from '#lib/server/playground-api.ts'
import type { Actions, PageServerLoad } from './$types'

/** Calls the API of the provider on the server. The browser receives only the result. */
export const load: PageServerLoad = async ({ locals }) => {
  const user = await locals.currentUser()
  return { result: user && (await readProfile(user)) }
}

export const actions: Actions = {
  refresh: async ({ locals }) => {
    const user = await locals.currentUser()
    if (user) await refreshToken(user)
    redirect(303, '/provider-api')
  },
}
