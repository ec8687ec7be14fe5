'use client'
import { type Context, createContext } from 'react'
import type { SessionContextValue } from './types.ts'

/**
 * The context through which `SessionProvider` passes the session to `useSession`.
 *
 * @example
 * ```ts
 * import { useContext } from 'react'
 * import { SessionContext } from 'latchkey/react'
 *
 * export const useOptionalSession = () => useContext(SessionContext)?.data ?? null
 * ```
 */
export const SessionContext: Context<SessionContextValue | undefined> = createContext<
  SessionContextValue | undefined
>(undefined)
