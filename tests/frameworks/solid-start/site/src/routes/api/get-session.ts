import type { APIEvent } from '@solidjs/start/server'
import { AuthError, getSession } from 'latchkey/solid-start'
import { configs, variant } from '../../auth.ts'

export async function GET({ request }: APIEvent) {
  try {
    return Response.json(await getSession(request, configs[variant()]))
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return Response.json({ type: error.type, message: error.message }, { status: 500 })
  }
}
