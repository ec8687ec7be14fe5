export const load = async ({ locals, url }) => {
  // Reading the path makes SvelteKit run this function on every navigation. One page streams the
  // session instead.
  return url.pathname.endsWith('/streamed') ? {} : { session: await locals.auth() }
}
