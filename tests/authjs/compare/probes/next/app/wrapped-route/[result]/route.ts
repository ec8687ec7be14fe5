import { NextResponse } from 'next/server'
import { auth } from '@/auth'

const handler = auth(async (request, { params }) => {
  const { result } = (await params) as { result: string }
  switch (result) {
    case 'json':
      return Response.json({ auth: request.auth, result, path: request.nextUrl.pathname })
    case 'body':
      return new Response(await request.text(), { status: 201, headers: { 'x-from': 'handler' } })
    case 'redirect':
      return NextResponse.redirect(new URL('/elsewhere', request.url))
    case 'cookie': {
      const response = NextResponse.json({ set: true })
      response.cookies.set('of-the-handler', '1', { httpOnly: true })
      return response
    }
    case 'throws':
      throw new Error('The handler failed.')
    default:
      return new Response('Not found', { status: 404 })
  }
}) as (request: never, context: { params: Promise<{ result: string }> }) => Promise<Response>

export { handler as GET, handler as POST }
