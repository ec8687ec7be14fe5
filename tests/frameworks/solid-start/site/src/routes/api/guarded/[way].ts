import type { APIEvent } from '@solidjs/start/server'
import { latchkey } from '../../../auth.ts'

export async function GET({ params }: APIEvent) {
  if (params.way === 'fails') throw new Error('This page fails.')
  return Response.json(await latchkey().auth(), { status: params.way === 'rejects' ? 418 : 200 })
}

export const POST = GET
