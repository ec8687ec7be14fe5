'use client'
import { pageClient } from '../client/page-client.ts'
import type { GetSessionParams, SignIn, SignOut } from '../client/types.ts'
import type { PublicProvider } from '../types/providers.ts'
import type { Session } from '../types/session.ts'

export type {
  GetSessionParams,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOutParams,
  SignOutResponse,
} from '../client/types.ts'
export { SessionContext } from './session-context.ts'
export { SessionProvider } from './session-provider.ts'
export type { SessionContextValue, SessionProviderProps, UpdateSession, UseSessionOptions } from './types.ts'
export { useSession } from './use-session.ts'

/** The session; `null` when nobody is signed in, or when it could not be read. */
export const getSession: (params?: GetSessionParams) => Promise<Session | null> = pageClient.getSession

/** The token for forms of clients that do not say where they come from; empty when the server has none. */
export const getCsrfToken: () => Promise<string> = pageClient.getCsrfToken

/** What the server offers, by id; `null` when it could not be asked. */
export const getProviders: () => Promise<Record<string, PublicProvider> | null> = pageClient.getProviders

/** Signs in, and goes to where the server says; with `redirect: false` stays on the page and tells what came of it. */
export const signIn: SignIn = pageClient.signIn

/** Ends the session, and goes to where the server says; with `redirect: false` stays on the page. */
export const signOut: SignOut = pageClient.signOut
