import { AuthError } from '@auth/sveltekit'
import { fail } from '@sveltejs/kit'
import { signIn } from '../../auth'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = ({ url }) => ({
  redirectTo: url.searchParams.get('redirectTo') ?? '/account',
})

export const actions: Actions = {
  default: async (event) => {
    try {
      return await signIn(event)
    } catch (error) {
      if (error instanceof AuthError) return fail(400, { message: `Sign-in failed: ${error.type}` })
      throw error
    }
  },
}
