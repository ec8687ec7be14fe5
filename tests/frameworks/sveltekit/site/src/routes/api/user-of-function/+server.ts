import { currentUser } from '../../../auth.ts'
import { describeUser } from '../../../user.ts'

/** Reads the user without the event. */
export const GET = async ({ url }) => Response.json(await describeUser(await currentUser(), url.searchParams))
