import { redirect } from '@sveltejs/kit'
import { protect } from '#lib/server/auth.ts'
import { changePassword, readSecurity } from '#lib/server/security.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals }) => {
  const user = await locals.currentUser()
  return { security: user && (await readSecurity(user)) }
}

export const actions: Actions = {
  /**
   * A user without a second factor sets one up on the library's page, which also shows the recovery
   * codes, and returns.
   */
  async turnOn(event) {
    await protect(event, { secondFactor: true, page: '/security' })
    redirect(303, '/security')
  },

  /** Ends the user's other sessions. This one continues. */
  async changePassword({ locals, request }) {
    const form = await request.formData()
    const user = await locals.currentUser()
    const result = user && (await changePassword(user, form))
    redirect(303, `/security?password=${result}`)
  },

  // These actions need a recent sign-in. Without one, the library asks for it and leads back here.

  async turnOff({ locals, request }) {
    const form = await request.formData()
    const user = await locals.currentUser()
    await user?.secondFactor.remove(String(form.get('id')))
    redirect(303, '/security')
  },

  async newRecoveryCodes({ locals }) {
    const user = await locals.currentUser()
    return { recoveryCodes: user ? await user.secondFactor.newRecoveryCodes() : [] }
  },

  async endSession({ locals, request }) {
    const form = await request.formData()
    const user = await locals.currentUser()
    await user?.sessions.revoke(String(form.get('id')))
    redirect(303, '/security')
  },

  async endOtherSessions({ locals }) {
    const user = await locals.currentUser()
    await user?.sessions.revokeOthers()
    redirect(303, '/security')
  },
}
