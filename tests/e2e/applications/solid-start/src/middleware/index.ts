import { createMiddleware } from '@solidjs/start/middleware'
import { middleware } from '../auth'

/**
 * Rejects calls of server functions from other origins, renews sessions, and protects `/account`.
 */
export default createMiddleware([middleware({ protect: ['/account'] })])
