import { currentUser } from '../../../auth'

/** Ends the user's other sessions, for which the sign-in must be recent. */
export async function GET() {
  await (await currentUser())?.sessions.revokeOthers()
  return new Response('changed')
}
