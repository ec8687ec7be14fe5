import { pageClient } from '../client/page-client.ts'
import type { SignIn, SignOut } from '../client/types.ts'
import type { PublicProvider } from '../types/providers.ts'

export type {
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOut,
  SignOutParams,
  SignOutResponse,
} from '../client/types.ts'

/** Signs in, and goes to where the server says; with `redirect: false` stays on the page and tells what came of it. */
export const signIn: SignIn = pageClient.signIn

/** Ends the session, and goes to where the server says; with `redirect: false` stays on the page. */
export const signOut: SignOut = pageClient.signOut

/** What the server offers, by id; `null` when it could not be asked. */
export const getProviders: () => Promise<Record<string, PublicProvider> | null> = pageClient.getProviders

/** The token for forms of clients that do not say where they come from; empty when the server has none. */
export const getCsrfToken: () => Promise<string> = pageClient.getCsrfToken
