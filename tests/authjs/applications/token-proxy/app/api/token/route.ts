import type { NextRequest } from 'next/server'
import { getToken } from 'next-auth/jwt'

export async function GET(request: NextRequest) {
  const token = await getToken({ req: request, secret: process.env.AUTH_SECRET })
  if (!token) return Response.json({ error: 'Unauthorized' }, { status: 401 })
  const { sub, id, name, email, plan } = token
  return Response.json({ sub, id, name, email, plan })
}
