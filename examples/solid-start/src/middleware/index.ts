import { createMiddleware } from '@solidjs/start/middleware'
import { middleware } from '../auth'

/** Keeps calls of server functions to pages of this application, renews sessions, and keeps `/account` to who is signed in. */
export default createMiddleware([middleware({ protect: ['/account'] })])
