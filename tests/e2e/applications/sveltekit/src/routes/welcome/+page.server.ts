import { redirect } from '@sveltejs/kit'
import { update } from '#lib/server/auth.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = ({ url }) => ({ callbackUrl: url.searchParams.get('callbackUrl') ?? '/' })

export const actions: Actions = {
  /**
   * Saves the name of a new user. `update` passes it to the `session` callback, which checks it.
   */
  default: async ({ request }) => {
    const form = await request.formData()
    await update({ user: { name: String(form.get('name')) } })
    redirect(303, pathOf(form.get('callbackUrl')))
  },
}

/**
 * Returns the path at which to continue, within the application. Anyone can create a link to the
 * page with a different `callbackUrl`.
 */
function pathOf(callbackUrl: FormDataEntryValue | null) {
  const { pathname, search } = URL.parse(String(callbackUrl)) ?? { pathname: '/', search: '' }
  // A path with two slashes at the start would lead to another host.
  return pathname.replace(/^\/+/, '/') + search
}
