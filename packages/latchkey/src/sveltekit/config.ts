import type { RequestEvent } from '@sveltejs/kit'
import type { Auth } from '../integration/create-auth.ts'
import type { AuthConfig } from '../types/config.ts'
import type { DefaultSession, JWT, Session } from '../types/session.ts'

/** The configuration for SvelteKit: that of `latchkey`. */
export type LatchkeyConfig<S extends DefaultSession = Session, T extends JWT = JWT> = Omit<
  AuthConfig<S, T>,
  'raw'
>

/** The configuration at work for one request; made anew for each when it is a function. */
export type AuthOf<S extends DefaultSession> = (event: RequestEvent) => Promise<Auth<S>>
