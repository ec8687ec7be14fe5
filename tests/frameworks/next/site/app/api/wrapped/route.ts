import { auth, signOut } from '../../../auth'

export const GET = auth((request) => Response.json(request.auth))

export const POST = auth(async () => Response.json(await signOut({ redirect: false })))
