import { currentUser } from '../../../auth'
import { describeUser } from '../../../user'

export const GET = async (request: Request) =>
  Response.json(await describeUser(await currentUser(), new URL(request.url).searchParams))
