'use client'
import { type Context, createContext } from 'react'
import type { SessionContextValue } from './types.ts'

/** What `SessionProvider` gives to `useSession`. */
export const SessionContext: Context<SessionContextValue | undefined> = createContext<
  SessionContextValue | undefined
>(undefined)
