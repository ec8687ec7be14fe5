import { auth } from '../../../auth.ts'

/** Asks without the event. */
export const GET = async () => Response.json(await auth())
