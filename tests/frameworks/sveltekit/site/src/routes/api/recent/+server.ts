import type { RequestHandler } from '@sveltejs/kit'
import { protect } from '../../../auth.ts'

export const GET: RequestHandler = async (event) => Response.json(await protect(event, { within: 600 }))
