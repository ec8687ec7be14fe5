import { createAsync, query, useSearchParams } from '@solidjs/router'
import { AuthError } from 'latchkey/solid-start'
import { latchkey } from '../auth.ts'

const attempt = query(async (userId: string) => {
  'use server'
  try {
    await latchkey().revokeSessions(userId, { except: 'current' })
    return 'done'
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    return error.message
  }
}, 'attempt')

/** Tries to end sessions while the page is rendered, when its headers may have been sent. */
export default function Revoking() {
  const [parameters] = useSearchParams<{ user: string }>()
  const outcome = createAsync(() => attempt(parameters.user ?? ''), { deferStream: true })
  return <pre>{JSON.stringify(outcome())}</pre>
}
