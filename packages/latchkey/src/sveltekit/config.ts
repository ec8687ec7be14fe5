import type { RequestEvent } from '@sveltejs/kit'
import type { Auth } from '../integration/create-auth.ts'
import type { ReadonlyAuthConfig } from '../types/config.ts'
import type { ProviderOf } from '../types/providers/provider.ts'
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
> = Omit<ReadonlyAuthConfig<S, T, U>, 'raw'>

/**
 * @deprecated Use {@link LatchkeyConfig}.
 *
 * @experimental
 */
export interface SvelteKitAuthConfig<
  S extends DefaultSession = Session,
  T extends JWT = JWT,
  U extends User = User,
> extends LatchkeyConfig<S, T, U> {
  providers: ProviderOf<U>[]
}

/**
 * Returns the resolved configuration for a request. A configuration function is called again for
 * each request.
 */
export type AuthOf<S extends DefaultSession> = (event: RequestEvent) => Promise<Auth<S>>
