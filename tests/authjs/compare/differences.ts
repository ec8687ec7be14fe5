import { ADAPTER } from './differences/adapter.ts'
import { BROWSER_CLIENT } from './differences/browser-client.ts'
import { CALLBACKS } from './differences/callbacks.ts'
import { COOKIES } from './differences/cookies.ts'
import { ENDPOINTS } from './differences/endpoints.ts'
import { ERRORS } from './differences/errors.ts'
import { EVENTS } from './differences/events.ts'
import { PAGES } from './differences/pages.ts'
import { PROVIDERS } from './differences/providers.ts'
import { SESSIONS } from './differences/sessions.ts'
import { SIGN_IN } from './differences/sign-in.ts'
import type { ListedDifference } from './listed-difference.ts'

/** All differences that are known, each with its reason. */
export const DIFFERENCES: readonly ListedDifference[] = [
  ...SIGN_IN,
  ...SESSIONS,
  ...COOKIES,
  ...ERRORS,
  ...PAGES,
  ...CALLBACKS,
  ...EVENTS,
  ...ADAPTER,
  ...ENDPOINTS,
  ...PROVIDERS,
  ...BROWSER_CLIENT,
]
