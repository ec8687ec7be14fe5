import { describeUser } from '../../../user.ts'

export const GET = async ({ locals, url }) =>
  Response.json(await describeUser(await locals.currentUser(), url.searchParams))
