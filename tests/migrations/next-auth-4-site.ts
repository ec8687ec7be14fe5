import type { Site } from '@latchkey/test-support/kit/browser.ts'
import type { NextAuthOptions } from 'next-auth'
import NextAuth from 'next-auth'

type ApiHandler = (request: object, response: object, options: NextAuthOptions) => Promise<unknown>

/** Serves NextAuth.js 4 as an API route of Next.js below `/api/auth`. */
export function siteOfVersion4(origin: string, options: NextAuthOptions): Site {
  return {
    origin,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url)
      const response = createResponse()
      const handle = NextAuth as unknown as ApiHandler
      await handle(
        {
          method: request.method,
          url: pathname,
          headers: Object.fromEntries(request.headers),
          cookies: cookiesOf(request.headers.get('cookie') ?? ''),
          query: { ...Object.fromEntries(searchParams), nextauth: pathname.split('/').slice(3) },
          body: Object.fromEntries(new URLSearchParams(await request.text())),
        },
        response,
        options,
      )
      return response.finish()
    },
  }
}

function cookiesOf(header: string): Record<string, string> {
  const pairs = header.split('; ').filter(Boolean)
  return Object.fromEntries(
    pairs.map((pair) => {
      const index = pair.indexOf('=')
      return [pair.slice(0, index), decodeURIComponent(pair.slice(index + 1))]
    }),
  )
}

/** The methods of `NextApiResponse` that version 4 calls. */
function createResponse() {
  const headers = new Map<string, string | string[]>()
  let code = 200
  let body = ''
  const response = {
    getHeader: (name: string) => headers.get(name.toLowerCase()),
    setHeader: (name: string, value: string | string[]) => void headers.set(name.toLowerCase(), value),
    status(status: number) {
      code = status
      return response
    },
    send(value: unknown) {
      body = typeof value === 'string' ? value : JSON.stringify(value)
    },
    json(value: unknown) {
      body = JSON.stringify(value)
    },
    end: () => {},
    finish() {
      const sent = new Headers()
      for (const [name, value] of headers) for (const one of [value].flat()) sent.append(name, String(one))
      return new Response(body, { status: code, headers: sent })
    },
  }
  return response
}
