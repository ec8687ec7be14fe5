/** A body that is sent after its headers. */
function streamOf(text: string): ReadableStream {
  return new ReadableStream({
    async start(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })
}

/** The responses of pages that read the session, by their path. */
export const RESPONSES: Readonly<Record<string, (session: object | null, url: string) => Response>> = {
  '/session': (session) => Response.json(session),
  '/cookie': () => new Response('', { headers: { 'set-cookie': 'own=1' } }),
  '/public': () => new Response('', { headers: { 'cache-control': 'public, max-age=60' } }),
  '/redirect': (_, url) => Response.redirect(new URL('/session', url), 302),
  '/stream': () => new Response(streamOf('streamed')),
  '/not-modified': () => new Response(null, { status: 304 }),
}

/** What `update` passes to the callbacks. */
export const UPDATE = { user: { name: 'Bea' } }
