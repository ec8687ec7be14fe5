import { redirect } from '@sveltejs/kit'
import { update } from '#lib/server/auth.ts'
import type { Actions, PageServerLoad } from './$types'

export const load: PageServerLoad = ({ url }) => ({ callbackUrl: url.searchParams.get('callbackUrl') ?? '/' })

export const actions: Actions = {
  /** Who is new has a name from here on; `update` hands it to the `session` callback, which checks it. */
  default: async ({ request }) => {
    const form = await request.formData()
    await update({ user: { name: String(form.get('name')) } })
    redirect(303, pathOf(form.get('callbackUrl')))
  },
}

/** Where the form says to go on, within the application: anybody can write a link to the page with another address in it. */
function pathOf(callbackUrl: FormDataEntryValue | null) {
  const { pathname, search } = URL.parse(String(callbackUrl)) ?? { pathname: '/', search: '' }
  // Two slashes would begin another host.
  return pathname.replace(/^\/+/, '/') + search
}
