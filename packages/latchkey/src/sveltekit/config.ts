import type { RequestEvent } from '@sveltejs/kit'
import type { Auth } from '../integration/create-auth.ts'
import type { AuthConfig } from '../types/config.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'
import type { User } from '../types/user.ts'

/**
 * Configuration for SvelteKit: the options of `latchkey`.
 *
 * @experimental
 */
export type LatchkeyConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
> = Omit<AuthConfig<S, T, U>, 'raw'>

/**
 * @deprecated Use {@link LatchkeyConfig}.
 *
 * @experimental
 */
export type SvelteKitAuthConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
> = LatchkeyConfig<S, T, U>

/**
 * Returns the resolved configuration for a request. A configuration function is called again for
 * each request.
 */
export type AuthOf<S extends DefaultSession> = (event: RequestEvent) => Promise<Auth<S>>
