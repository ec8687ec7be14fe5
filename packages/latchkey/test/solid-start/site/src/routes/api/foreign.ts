import type { APIEvent } from '@solidjs/start/server'
import { plain } from '../../auth.ts'

/** What the handlers say to a path that is not theirs. */
export async function GET(event: APIEvent) {
  return Response.json({ get: typeof (await plain.GET(event)), post: typeof (await plain.POST(event)) })
}
