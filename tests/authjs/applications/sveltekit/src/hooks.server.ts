import { type Handle, redirect } from '@sveltejs/kit'
import { sequence } from '@sveltejs/kit/hooks'
import { handle as authenticate } from './auth'

const authorize: Handle = async ({ event, resolve }) => {
  if (event.url.pathname.startsWith('/account') || event.url.pathname.startsWith('/admin')) {
    const session = await event.locals.auth()
    if (!session) {
      redirect(303, `/signin?redirectTo=${encodeURIComponent(event.url.pathname + event.url.search)}`)
    }
  }
  return resolve(event)
}

export const handle: Handle = sequence(authenticate, authorize)
