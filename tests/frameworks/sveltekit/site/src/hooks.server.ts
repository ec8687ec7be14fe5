import { type RequestEvent, redirect } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { handle as authenticate, protect } from './auth.ts'

interface Input {
  event: RequestEvent
  resolve: (event: RequestEvent) => Promise<Response> | Response
}

/** Sets `platform.env` as the adapter of an edge platform does. */
async function providePlatform({ event, resolve }: Input): Promise<Response> {
  const env = Object.fromEntries(
    ['SECRET', 'URL', 'CLIENT_ID', 'CLIENT_SECRET'].map((name) => [
      name,
      event.request.headers.get(`x-env-${name}`) ?? '',
    ]),
  )
  return resolve(Object.assign(event, { platform: { env } }))
}

/** Protects the pages below a path. `event.locals.auth` is available here. */
async function guard({ event, resolve }: Input): Promise<Response> {
  const { pathname } = event.url
  if (!pathname.includes('/guarded/')) return resolve(event)
  const session = await event.locals.auth()
  if (pathname.endsWith('/response'))
    return new Response(null, { status: 303, headers: { location: '/elsewhere' } })
  if (!session) redirect(303, `/signin?from=${encodeURIComponent(pathname)}`)
  return resolve(event)
}

/**
 * Protects a path, and all pages of a group. Tests add a path, and choose where visitors are led.
 */
function protectPaths(input: Input): Promise<Response> {
  const { headers } = input.event.request
  const added = headers.get('x-protect') ?? process.env.SITE_PROTECT
  const redirectTo = headers.get('x-redirect-to')
  const paths = ['/hidden', '/(club)', ...(added === undefined ? [] : [added])]
  return protect(paths, redirectTo === null ? {} : { redirectTo })(input)
}

/** Denies by default below a path. */
const decide = protect(({ path, session, event }) => {
  if (!path.startsWith('/topics')) return true
  if (path === '/topics/response') return new Response('No.', { status: 418 })
  if (path === '/topics/edit') return session?.user?.email === 'editor@example.com'
  return path === '/topics/news' && event.route.id === '/topics/[topic]'
})

/** An invalid configuration must reach the actions, which say what happens then. */
const decideIfValid = (input: Parameters<typeof decide>[0]): Promise<Response> | Response =>
  input.event.request.headers.get('x-variant') === 'broken' ? input.resolve(input.event) : decide(input)

export const handle = sequence(providePlatform, authenticate, guard, protectPaths, decideIfValid)

/** Keeps expected errors out of the output of the tests. */
export function handleError(): void {}
