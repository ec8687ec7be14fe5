import type { ResolvedAuth } from '../contract/context.ts'
import { asError } from '../errors/auth-error.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import type { SecurityEvent } from '../types/security-events.ts'
import type { EventContext, NewSecurityEvent } from './event.ts'
import { requestFacts } from './request-facts.ts'

/**
 * Adds the request's facts to an event, passes it to the application, stores it, and sends the user
 * a notice of it.
 */
export async function record(ctx: EventContext, given: NewSecurityEvent): Promise<void> {
  const { auth } = ctx
  const event: SecurityEvent = { ...given, at: new Date(auth.now()), ...requestFacts(ctx) }
  await auth.events.security?.(event)
  // Any client can cause failures without a user, which would fill the table.
  if (!auth.session.keepsFacts || event.userId === undefined) return
  try {
    await store(auth, event)
  } catch (error) {
    auth.logger.error(asError(error))
  }
  const { notices } = await auth.checkConfig()
  if (notices?.some((type) => type === event.type)) await (await import('./notify.ts')).notify(ctx, event)
}

async function store(auth: ResolvedAuth, event: SecurityEvent): Promise<void> {
  const accounts = accountStorage(auth)
  if (!accounts.has('securityEvents')) return
  const { type, at, userId, ip, userAgent, ...details } = event
  await accounts.methods('securityEvents').createSecurityEvent({
    id: crypto.randomUUID(),
    userId: userId ?? null,
    type,
    at,
    ip: ip ?? null,
    userAgent: userAgent ?? null,
    details: JSON.stringify(details),
  })
}
