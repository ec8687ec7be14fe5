import { auth, currentUser } from '../../../auth'
import { describeUser } from '../../../user'

export const GET = auth(async (request) =>
  Response.json(await describeUser(await currentUser(), request.nextUrl.searchParams)),
)
