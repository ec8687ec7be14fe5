export const load = async ({ locals, url }) => {
  // This read of the path has every navigation ask again. One page sends itself before any session is read.
  return url.pathname.endsWith('/streamed') ? {} : { session: await locals.auth() }
}
