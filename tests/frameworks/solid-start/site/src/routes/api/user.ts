import type { APIEvent } from '@solidjs/start/server'
import { describeUser } from '../../describe-user.ts'

export const GET = async ({ request }: APIEvent) =>
  Response.json(await describeUser(new URL(request.url).searchParams.get('minValid')))
