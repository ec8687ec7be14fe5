import { auth } from '@/auth'

/** An API for who is signed in: `auth` around a handler puts the session on its request. */
export const GET = auth((request) => {
  if (!request.auth) return Response.json({ error: 'Please sign in.' }, { status: 401 })
  return Response.json({ name: request.auth.user?.name, email: request.auth.user?.email })
})
