import { redirect } from '@sveltejs/kit'
import { protect } from '#lib/server/auth.ts'
import { store } from '#lib/server/database.ts'
import type { Actions, PageServerLoad } from './$types'

/** Signed-out users go to the sign-in page. */
export const load: PageServerLoad = async (event) => {
  await protect(event)
  return { sent: event.url.searchParams.get('sent'), count: event.url.searchParams.get('count') }
}

export const actions: Actions = {
  /**
   * Runs only if the user signed in within the last 10 minutes. Otherwise the user confirms, and
   * sends the form again.
   */
  async invite(event) {
    const form = await event.request.formData()
    const session = await protect(event, { within: 600, form })
    const count = await store.add(`invitations:${session.user?.email}`, 1, 3600)
    redirect(
      303,
      `/invite?${new URLSearchParams({ sent: String(form.get('friend')), count: String(count) })}`,
    )
  },
}
