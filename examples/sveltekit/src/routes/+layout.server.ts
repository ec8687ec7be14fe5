import type { LayoutServerLoad } from './$types'

/** The session for all pages. No page is protected here: SvelteKit does not run this for every one of them. */
export const load: LayoutServerLoad = async ({ locals, url }) => {
  // With the path in it this runs at every navigation, so that nobody sees a session that is over.
  return { path: url.pathname, session: await locals.auth() }
}
