import { redirect } from '@sveltejs/kit'
import { type Handle, type ServerInit, sequence } from '@sveltejs/kit/hooks'
import { createDemoAccount } from '#lib/server/accounts.ts'
import { handle as authenticate } from '#lib/server/auth.ts'

/** The pages that require a signed-in user. Signed-out users return to them after signing in. */
const PROTECTED = /^\/account(\/|$)/

const authorize: Handle = async ({ event, resolve }) => {
  const { pathname, search } = event.url
  if (!PROTECTED.test(pathname)) return resolve(event)
  if (!(await event.locals.auth()))
    redirect(303, `/auth/signin?${new URLSearchParams({ callbackUrl: pathname + search })}`)
  const response = await resolve(event)
  // After sign-out, the back button must not show the page again.
  response.headers.set('Cache-Control', 'private, no-store')
  return response
}

/** First reads the session, then checks access. */
export const handle = sequence(authenticate, authorize)

export const init: ServerInit = createDemoAccount
