export { createSession, type PageSession, type SessionOptions, useSession } from './session.svelte.ts'
