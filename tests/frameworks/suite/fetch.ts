import type { Site } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig } from 'latchkey'
import { Latchkey, type LatchkeyConfig, type LatchkeyResult } from 'latchkey/fetch'
import { RESPONSES, UPDATE } from './web-responses.ts'

type Pages = Readonly<Record<string, (request: Request) => Promise<Response>>>

function guardedPages({ auth, protect, signIn, signOut, update }: LatchkeyResult): Pages {
  return {
    '/twice': async (request) => Response.json(await protect(request)),
    '/guarded/update': async (request) => {
      await update(request, UPDATE)
      return Response.json(await auth(request))
    },
    '/guarded/sign-in': async (request) => signIn(request, 'credentials', await request.formData()),
    '/guarded/sign-out': (request) => signOut(request),
  }
}

function forms({ signIn, signOut, update }: LatchkeyResult): Pages {
  return {
    '/sign-in': async (request) => {
      const form = await request.formData()
      return signIn(request, String(form.get('provider') ?? ''), form)
    },
    '/sign-out': (request) => signOut(request, { redirectTo: '/bye' }),
    '/update': async (request) => Response.json(await update(request, UPDATE)),
  }
}

/** The application as a function from a request to a response. */
export function startFetch(config: Partial<AuthConfig>): Site {
  const functions = Latchkey(config as LatchkeyConfig)
  const { latchkey, auth, protect } = functions
  const [guarded, unguarded] = [guardedPages(functions), forms(functions)]
  const handle = latchkey(async (request) => {
    const { pathname } = new URL(request.url)
    if (unguarded[pathname]) return unguarded[pathname](request)
    if (pathname.startsWith('/guarded') || guarded[pathname] || pathname === '/confirmed') {
      const session = await protect(request, pathname === '/confirmed' ? { within: 60 } : {})
      if (session instanceof Response) return session
      return guarded[pathname]?.(request) ?? Response.json(session)
    }
    const session = await auth(request)
    return RESPONSES[pathname]?.(session, request.url) ?? new Response('Not found', { status: 404 })
  })
  return {
    origin: 'https://app.test',
    fetch: (request) => handle(request).catch(() => new Response('Internal error', { status: 500 })),
  }
}
