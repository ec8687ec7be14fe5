import { auth } from '../../auth'

/** An API for signed-in users. */
export async function GET() {
  const session = await auth()
  if (!session) return Response.json({ error: 'Please sign in.' }, { status: 401 })
  return Response.json({ name: session.user?.name, email: session.user?.email })
}
