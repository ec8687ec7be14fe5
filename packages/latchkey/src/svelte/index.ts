export type { SessionStatus } from '../client/types.ts'
export type { DefaultSession, Session } from '../types/session.ts'
export type { User } from '../types/user.ts'
export { createSession, type PageSession, type SessionOptions, useSession } from './session.svelte.ts'
