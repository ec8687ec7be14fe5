import type { Scenario } from './scenario.ts'
import { BROWSER_CLIENT } from './scenarios/browser-client.ts'
import { CONFIGURATIONS } from './scenarios/configuration.ts'
import { CREDENTIALS } from './scenarios/credentials.ts'
import { DATABASES } from './scenarios/databases.ts'
import { EMAIL } from './scenarios/email.ts'
import { ENDPOINTS } from './scenarios/endpoints.ts'
import { MOVES, MOVES_WITH_LINKS } from './scenarios/moves.ts'
import { OAUTH } from './scenarios/oauth.ts'
import { PAGES } from './scenarios/pages.ts'
import { PROVIDER_OPTIONS } from './scenarios/provider-options.ts'
import { PROVIDERS } from './scenarios/providers.ts'
import { REDIRECTS } from './scenarios/redirects.ts'
import { RUNNING_SERVER } from './scenarios/running-server.ts'
import { SESSION_TOKENS } from './scenarios/session-tokens.ts'
import { SESSIONS_IN_A_COOKIE } from './scenarios/sessions-in-a-cookie.ts'

/**
 * All scenarios. Auth.js remembers for the rest of the process that it saw an e-mail provider, and
 * then requires an adapter: those scenarios come last.
 */
export const SCENARIOS: readonly Scenario[] = [
  ...CREDENTIALS,
  ...SESSIONS_IN_A_COOKIE,
  ...SESSION_TOKENS,
  ...REDIRECTS,
  ...PAGES,
  ...ENDPOINTS,
  ...CONFIGURATIONS,
  ...BROWSER_CLIENT,
  ...RUNNING_SERVER,
  ...OAUTH,
  ...PROVIDER_OPTIONS,
  ...PROVIDERS,
  ...DATABASES,
  ...MOVES,
  ...EMAIL,
  ...MOVES_WITH_LINKS,
]
