'use client'
import { useContext, useEffect, useRef } from 'react'
import { pageClient } from '../client/page-client.ts'
import type { DefaultSession, Session } from '../types/session.ts'
import { SessionContext } from './session-context.ts'
import type { SessionContextValue, UseSessionOptions } from './types.ts'

/**
 * Returns the page's session. With `required`, signed-out users are redirected to the sign-in page.
 *
 * @example
 * ```tsx
 * 'use client'
 * import { useSession } from 'latchkey/react'
 *
 * export function Greeting() {
 *   const { data: session, status } = useSession()
 *   return <p>{status === 'loading' ? '…' : session ? `Hello ${session.user?.name}` : 'Hello'}</p>
 * }
 * ```
 * @throws {Error} when it is called outside a `SessionProvider`
 */
export function useSession<S extends DefaultSession = Session>(
  options: UseSessionOptions<true> & { required: true },
): SessionContextValue<true, S>
export function useSession<S extends DefaultSession = Session>(
  options?: UseSessionOptions,
): SessionContextValue<false, S>
export function useSession({ required, onUnauthenticated }: UseSessionOptions = {}): SessionContextValue {
  const value = useContext(SessionContext)
  if (value === undefined) {
    throw new Error(
      '`useSession` was called outside a `SessionProvider`. ' +
        'Import it from "latchkey/react" and wrap the root layout: ' +
        '<SessionProvider>{children}</SessionProvider>',
    )
  }
  const isMissing = required === true && value.status === 'unauthenticated'
  const onMissing = useRef(onUnauthenticated)
  useEffect(() => {
    onMissing.current = onUnauthenticated
  })
  useEffect(() => {
    if (isMissing) (onMissing.current ?? goToSignIn)()
  }, [isMissing])
  return isMissing ? { ...value, status: 'loading' } : value
}

function goToSignIn(): void {
  const query = new URLSearchParams({ error: 'SessionRequired', callbackUrl: location.href })
  pageClient.navigate(pageClient.url(`signin?${query}`))
}
