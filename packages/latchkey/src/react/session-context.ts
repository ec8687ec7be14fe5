'use client'
import { type Context, createContext } from 'react'
import type { SessionContextValue } from './types.ts'

/** The context through which `SessionProvider` passes the session to `useSession`. */
export const SessionContext: Context<SessionContextValue | undefined> = createContext<
  SessionContextValue | undefined
>(undefined)
