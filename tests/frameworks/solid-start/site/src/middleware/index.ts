import { createMiddleware } from '@solidjs/start/middleware'
import { latchkey } from '../auth.ts'

export default createMiddleware([
  (event, next) => {
    // For tests without the middleware.
    if (event.req.headers.has('x-no-middleware')) return next()
    const redirectTo = event.req.headers.get('x-redirect-to') ?? undefined
    const guarded = ['/guarded', '/api/guarded', '/api/auth/account', '/api/auth/signin']
    const protect = [...guarded, '/hidden', '/api/hidden']
    return latchkey().middleware({ protect, redirectTo })(event, next)
  },
])
