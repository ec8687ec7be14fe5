import { auth } from '../../../auth.ts'

/** Reads the session without the event. */
export const GET = async () => Response.json(await auth())
