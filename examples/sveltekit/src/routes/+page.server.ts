import { fail } from '@sveltejs/kit'
import { CredentialsSignin } from 'latchkey/sveltekit'
import { signIn } from '#lib/server/auth.ts'
import { sayWhy } from '#lib/server/say-why.ts'
import type { Actions } from './$types'

export const actions: Actions = {
  /** Gives the e-mail address back when it or the password is wrong; otherwise it redirects. */
  password: async (event) => {
    const form = await event.request.formData()
    try {
      return await signIn(event, form)
    } catch (error) {
      if (error instanceof CredentialsSignin) return fail(400, { email: String(form.get('email')) })
      sayWhy(error)
    }
  },
}
