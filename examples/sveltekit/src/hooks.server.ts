import { redirect } from '@sveltejs/kit'
import { type Handle, type ServerInit, sequence } from '@sveltejs/kit/hooks'
import { createDemoAccount } from '#lib/server/accounts.ts'
import { handle as authenticate } from '#lib/server/auth.ts'

/** The pages that only somebody who is signed in gets to see; who is not comes back to them afterwards. */
const PROTECTED = /^\/account(\/|$)/

const authorize: Handle = async ({ event, resolve }) => {
  const { pathname, search } = event.url
  if (!PROTECTED.test(pathname)) return resolve(event)
  if (!(await event.locals.auth()))
    redirect(303, `/auth/signin?${new URLSearchParams({ callbackUrl: pathname + search })}`)
  const response = await resolve(event)
  // The back button must not bring the page again once its reader has signed out.
  response.headers.set('Cache-Control', 'private, no-store')
  return response
}

/** First who is there, then where they may go. */
export const handle = sequence(authenticate, authorize)

export const init: ServerInit = createDemoAccount
