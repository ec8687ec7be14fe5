import { protect } from '../../../auth'

export const GET = protect((request) => Response.json(request.auth), { within: 600 })
