import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async ({ locals }) => ({
  auth: await locals.auth(),
  getSession: await locals.getSession(),
})
