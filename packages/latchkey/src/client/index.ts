export type { PublicProvider } from '../types/providers/provider.ts'
export type { Session } from '../types/session.ts'
export type { User } from '../types/user.ts'
export { createClient } from './client.ts'
export { keepFresh, type RefetchPolicy } from './keep-fresh.ts'
export type {
  Client,
  ClientOptions,
  GetSessionParams,
  SessionState,
  SessionStatus,
  SessionStore,
  SignIn,
  SignInAuthorizationParams,
  SignInOptions,
  SignInResponse,
  SignOut,
  SignOutParams,
  SignOutResponse,
} from './types.ts'
