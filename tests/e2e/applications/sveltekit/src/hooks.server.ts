import { type ServerInit, sequence } from '@sveltejs/kit/hooks'
import { handle as authenticate, protect } from '#lib/server/auth.ts'
import { createDemoAccount } from '#lib/server/demo-account.ts'

/** First reads the session, then checks access. Signed-out users return after signing in. */
export const handle = sequence(authenticate, protect(['/account']))

export const init: ServerInit = createDemoAccount
