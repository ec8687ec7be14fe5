import type { RequestHandler } from '@sveltejs/kit'
import { currentUser } from '../../../auth.ts'

/** Ends the user's other sessions, for which the sign-in must be recent. */
export const GET: RequestHandler = async () => {
  await (await currentUser())?.sessions.revokeOthers()
  return new Response('changed')
}
