import { fail } from '@sveltejs/kit'
import { CredentialsSignin } from 'latchkey/sveltekit'
import { signIn } from '#lib/server/auth.ts'
import { redirectOnError } from '#lib/server/redirect-on-error.ts'
import type { Actions } from './$types'

export const actions: Actions = {
  /** Returns the e-mail address when it or the password is wrong. Otherwise it redirects. */
  password: async (event) => {
    const form = await event.request.formData()
    try {
      return await signIn(event, form)
    } catch (error) {
      if (error instanceof CredentialsSignin) return fail(400, { email: String(form.get('email')) })
      redirectOnError(error)
    }
  },
}
