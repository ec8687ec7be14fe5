import type { ResolvedAuth } from '../contract/context.ts'
import { accountStorage } from '../persistence/account-methods.ts'
import { isRecord } from '../records/record.ts'
import type { StoredSecurityEvent } from '../types/account-records.ts'
import type { SecurityEvent } from '../types/security-events.ts'

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 500

/** Which events are wanted. */
export interface EventsOptions {
  readonly limit?: number | undefined
  readonly before?: Date | undefined
}

/**
 * Returns a user's security events, the newest first.
 *
 * @throws {MissingAdapterMethods} if the adapter does not keep them
 */
export async function listSecurityEvents(
  auth: ResolvedAuth,
  userId: string,
  { limit = DEFAULT_LIMIT, before }: EventsOptions = {},
): Promise<SecurityEvent[]> {
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw new TypeError(`\`limit\` must be a whole number from 1 to ${MAX_LIMIT}.`)
  if (before !== undefined && !(before instanceof Date && Number.isFinite(before.getTime())))
    throw new TypeError('`before` must be a valid date.')
  const methods = accountStorage(auth).methods('securityEvents')
  return (await methods.listSecurityEvents(userId, { limit, before })).map(toEvent)
}

function toEvent({ details, type, at, userId, ip, userAgent }: StoredSecurityEvent): SecurityEvent {
  const known: unknown = JSON.parse(details)
  return {
    ...(isRecord(known) && known),
    type,
    at: new Date(at),
    userId: userId ?? undefined,
    ip: ip ?? undefined,
    userAgent: userAgent ?? undefined,
    // `record` has stored it.
  } as SecurityEvent
}
