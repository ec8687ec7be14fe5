/** Sends a request to the same server between two reads of the session, by its two names. */
export const GET = async ({ locals, fetch }) => {
  const before = await locals.auth()
  const inside = await (await fetch('/api/session')).json()
  return Response.json([before, inside, await locals.getSession()])
}
