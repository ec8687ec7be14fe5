import type { Base } from '../contract/context.ts'
import { findPasswordProvider, type ResolvedProvider } from '../contract/providers.ts'
import { asError } from '../errors/auth-error.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { sendMail } from '../mail/send.ts'
import { normalizeEmail } from '../security/email-address.ts'
import type { SecurityEvent } from '../types/security-events.ts'
import { nameDevice } from './device.ts'
import type { EventContext } from './event.ts'

/**
 * How long a request waits for a notice, in milliseconds. Platforms that freeze a process after its
 * response need the wait; a slow mail server must not hold up the user.
 */
const MAX_WAIT = 2000

/** An event's values that a notice shows or depends on. */
interface NoticeFacts {
  readonly provider?: string
  readonly left?: number
  readonly isNewUser?: boolean
  readonly isFirst?: boolean
}

/**
 * Sends the user a notice of an event, if it has one. Never fails: a failure is logged, and the
 * notice is sent only once. Waits for two seconds at most.
 *
 * @param recipient the address of a user who was deleted. Default: the user's address
 */
export async function notify(ctx: EventContext, event: SecurityEvent, recipient?: string): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT)
  })
  const sent = sendNotice(ctx, event, recipient).catch((error: unknown) =>
    ctx.auth.logger.error(asError(error)),
  )
  await Promise.race([sent, wait])
  clearTimeout(timer)
}

async function sendNotice(ctx: EventContext, event: SecurityEvent, recipient?: string): Promise<void> {
  const { auth, base, headers } = ctx
  const { notices, providers } = await auth.checkConfig()
  const notice = notices?.find((type) => type === event.type)
  if (notice === undefined || !isChange(event) || event.userId === undefined) return
  const { provider, left } = event as NoticeFacts
  const to = normalizeEmail(recipient ?? (await findRecipient(auth, event)))
  // A user without an address, such as one with only a passkey, sees the event in the account.
  if (to === undefined) return
  await sendMail({ auth, base, headers }, to, {
    type: 'notice',
    notice,
    at: event.at,
    device: await nameDevice(event.userAgent),
    provider: provider && (providers.get(provider)?.name ?? provider),
    codesLeft: left,
    ...(base && linkFor(event, base, providers)),
  })
}

/**
 * Returns where a user goes who did not make the change. A reset ends all sessions. It does not help
 * with an address that is not the account's any more.
 */
function linkFor(
  { type }: SecurityEvent,
  base: Base,
  providers: ReadonlyMap<string, ResolvedProvider>,
): { readonly resetUrl: string } | { readonly signInUrl: string } {
  const canReset = type !== 'addressChanged' && findPasswordProvider(providers)?.password.reset
  return canReset ? { resetUrl: endpointUrl(base, 'reset') } : { signInUrl: endpointUrl(base, 'signin') }
}

/** Returns the user's address: before a change of the address, the previous one. */
async function findRecipient({ adapter }: EventContext['auth'], event: SecurityEvent): Promise<unknown> {
  if (event.type === 'addressChanged') return event.from
  return event.userId === undefined ? undefined : (await adapter?.getUser?.(event.userId))?.email
}

/**
 * Returns whether an event is a change of its own. A sign-up links the first account, the first
 * second factor comes with recovery codes, and a change of a way to sign in ends the other sessions.
 */
function isChange(event: SecurityEvent): boolean {
  if (event.type === 'sessionsRevoked')
    return !event.exceptCurrent && (event.by === 'user' || event.by === 'support')
  const { isNewUser = false, isFirst = false } = event as NoticeFacts
  return !isNewUser && !isFirst
}
