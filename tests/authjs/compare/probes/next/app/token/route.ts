import type { NextRequest } from 'next/server'
import { getToken } from 'next-auth/jwt'
import { SECRET } from '@/lib/shared'

export async function GET(request: NextRequest) {
  const secret = SECRET
  const raw = await getToken({ req: request, secret, raw: true })
  return Response.json({ token: await getToken({ req: request, secret }), raw: typeof raw })
}
