import { type NextRequest, NextResponse } from 'next/server'
import { getToken } from 'next-auth/jwt'

export async function proxy(request: NextRequest) {
  const { pathname, search } = request.nextUrl
  const token = await getToken({ req: request, secret: process.env.AUTH_SECRET })
  if (!token) {
    const login = new URL('/login', request.url)
    login.searchParams.set('callbackUrl', pathname + search)
    return NextResponse.redirect(login)
  }
  if (pathname.startsWith('/pro') && token.plan !== 'pro') {
    return NextResponse.redirect(new URL('/account', request.url))
  }
  return NextResponse.next()
}

export const config = { matcher: ['/account/:path*', '/pro/:path*'] }
