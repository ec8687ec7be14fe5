import type { EventContext, NewSecurityEvent } from './event.ts'

/**
 * Passes a security event to the application, and stores it. Never fails: a failure is logged. Does
 * nothing if the application neither listens nor has `account.security`.
 */
export async function emitSecurity(ctx: EventContext, event: NewSecurityEvent): Promise<void> {
  const { auth } = ctx
  if (!auth.session.keepsFacts && auth.events.security === undefined) return
  await (await import('./record.ts')).record(ctx, event)
}
