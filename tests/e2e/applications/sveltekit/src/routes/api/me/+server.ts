import type { RequestHandler } from './$types'

/** An API for signed-in users. */
export const GET: RequestHandler = async ({ locals }) => {
  const session = await locals.auth()
  if (!session) return Response.json({ error: 'Please sign in.' }, { status: 401 })
  return Response.json({ name: session.user?.name, email: session.user?.email })
}
