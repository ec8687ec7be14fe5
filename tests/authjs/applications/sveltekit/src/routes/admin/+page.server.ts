import { error } from '@sveltejs/kit'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals }) => {
  const session = await locals.auth()
  if (session?.user?.role !== 'admin') error(403, 'Only for administrators')
}
