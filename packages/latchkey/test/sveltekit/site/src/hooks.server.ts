import { type RequestEvent, redirect } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { handle as authenticate } from './auth.ts'

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

export const handle = sequence(providePlatform, authenticate, guard)

/** Keeps expected errors out of the output of the tests. */
export function handleError(): void {}
