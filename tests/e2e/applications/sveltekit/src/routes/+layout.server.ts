import type { LayoutServerLoad } from './$types'

/**
 * Returns the session for all pages, and with `npm start -- --processes 4` the process that
 * responded. It does not protect them: SvelteKit does not run it for every
 * page.
 */
export const load: LayoutServerLoad = async ({ locals, url }) => {
  // With the path, this function runs at every navigation, so no page shows an expired session.
  return { path: url.pathname, session: await locals.auth(), process: process.env.PROCESS }
}
