import { type NextFetchEvent, type NextRequest, NextResponse } from 'next/server'
import { getToken } from 'next-auth/jwt'
import { auth, custom, lazy, members, noSecret, untrusted } from './auth'
import { SECRET } from './lib/shared'

const wrapped = auth((request) => {
  const { pathname } = request.nextUrl
  const seen = request.auth?.user?.email ?? 'none'
  switch (pathname.split('/').at(-1)) {
    case 'json':
      return Response.json({ auth: request.auth })
    case 'response':
      return new Response('Teapot', { status: 418, headers: { 'x-from': 'handler' } })
    case 'cookie':
      return new Response('Cookie', { headers: { 'set-cookie': 'of-the-handler=1; Path=/' } })
    case 'next': {
      const headers = new Headers(request.headers)
      headers.set('x-seen', seen)
      const response = NextResponse.next({ request: { headers } })
      response.cookies.set('of-the-handler', '2')
      return response
    }
    case 'rewrite':
      return NextResponse.rewrite(new URL(`/seen/rewritten/${seen}`, request.url))
    case 'redirect':
      return NextResponse.redirect(new URL('/elsewhere', request.url))
    case 'see-other':
      return Response.redirect(new URL('/elsewhere', request.url), 303)
    case 'throws':
      throw new Error('The handler failed.')
    case 'null':
      return null as never
    default:
      return undefined
  }
})

const wrappedMembers = members.auth((request) => Response.json({ auth: request.auth, ran: true }))
const wrappedNoSecret = noSecret.auth((request) => Response.json({ auth: request.auth, ran: true }))
const wrappedUntrusted = untrusted.auth((request) => Response.json({ auth: request.auth, ran: true }))
const wrappedLazy = lazy.auth((request) => Response.json({ auth: request.auth, ran: true }))

type Proxy = (request: NextRequest, event: never) => unknown

const PROXIES: Record<string, Proxy> = {
  wrapped,
  members: members.auth as Proxy,
  custom: custom.auth as Proxy,
  'wrapped-members': wrappedMembers,
  'wrapped-no-secret': wrappedNoSecret,
  'wrapped-untrusted': wrappedUntrusted,
  // With a configuration function, Auth.js returns a promise.
  'wrapped-lazy': async (request, event) => (await wrappedLazy)(request, event),
  'proxy-lazy': lazy.auth as Proxy,
  'proxy-plain': auth as Proxy,
  'proxy-no-secret': noSecret.auth as Proxy,
  'proxy-untrusted': untrusted.auth as Proxy,
  'proxy-token': async (request) => Response.json(await getToken({ req: request, secret: SECRET })),
}

export default function proxy(request: NextRequest, event: NextFetchEvent) {
  const [, name = ''] = request.nextUrl.pathname.split('/')
  const run = PROXIES[name]
  return run === undefined ? NextResponse.next() : (run(request, event as never) as Promise<Response>)
}

export const config = { matcher: ['/((?!_next/static|_next/image|recorded-calls).*)'] }
