import type { APIEvent } from '@solidjs/start/server'
import { plain } from '../../auth.ts'

/** Returns the types of the results of the handlers for a path without endpoints. */
export async function GET(event: APIEvent) {
  return Response.json({ get: typeof (await plain.GET(event)), post: typeof (await plain.POST(event)) })
}
