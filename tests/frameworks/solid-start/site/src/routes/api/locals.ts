import type { APIEvent } from '@solidjs/start/server'
import type { Session } from 'latchkey/solid-start'

export function GET({ locals }: APIEvent) {
  const session: Session | null | undefined = locals.session
  return Response.json({ isDefined: session !== undefined, session: session ?? null })
}
