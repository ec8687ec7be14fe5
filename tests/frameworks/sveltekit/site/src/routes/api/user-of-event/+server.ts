import { currentUser } from '../../../auth.ts'
import { describeUser } from '../../../user.ts'

export const GET = async (event) =>
  Response.json(await describeUser(await currentUser(event), event.url.searchParams))
