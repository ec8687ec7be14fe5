import { auth } from '@/auth'

/** An API for signed-in users: `auth` around a handler adds the session to its request. */
export const GET = auth((request) => {
  if (!request.auth) return Response.json({ error: 'Please sign in.' }, { status: 401 })
  return Response.json({ name: request.auth.user?.name, email: request.auth.user?.email })
})
