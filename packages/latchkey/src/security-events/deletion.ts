import { asError } from '../errors/auth-error.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import type { SecurityEvent } from '../types/security-events.ts'
import type { EventContext } from './event.ts'
import { requestFacts } from './request-facts.ts'

/**
 * Passes the event that a user was deleted to the application, with the user's id. Stores that some
 * user was deleted, without personal data, and sends a notice to the address that the user had. A
 * failure is only logged.
 */
export async function recordDeletion(
  ctx: EventContext,
  { id: userId, email }: { readonly id: string; readonly email: string | undefined },
): Promise<void> {
  const { auth } = ctx
  const at = new Date(auth.now())
  const event: SecurityEvent = { type: 'userDeleted', userId, at, ...requestFacts(ctx) }
  await auth.events.security?.(event)
  if (!auth.session.keepsFacts) return
  const accounts = accountStorage(auth)
  if (accounts.has('securityEvents'))
    try {
      const { createSecurityEvent } = accounts.methods('securityEvents')
      const id = crypto.randomUUID()
      await createSecurityEvent({
        id,
        userId: null,
        type: event.type,
        at,
        ip: null,
        userAgent: null,
        details: '{}',
      })
    } catch (error) {
      auth.logger.error(asError(error))
    }
  const { notices } = await auth.checkConfig()
  if (email && notices?.includes('userDeleted')) await (await import('./notify.ts')).notify(ctx, event, email)
}
