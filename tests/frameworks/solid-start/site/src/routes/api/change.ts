import { latchkey } from '../../auth.ts'

/** Ends the user's other sessions, for which the sign-in must be recent. */
export async function GET() {
  await (await latchkey().currentUser())?.sessions.revokeOthers()
  return new Response('changed')
}
