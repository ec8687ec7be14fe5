import type { Context } from '../contract/context.ts'
import { EmailSignInError, TooManyRequests, Verification } from '../errors/sign-in.ts'
import { endpointUrl } from '../http/endpoint-url.ts'
import { sendOneOf } from '../mail/send.ts'
import { endProofs, issueProof, readFlow, takeByCode, takeByLink } from '../proofs/proof.ts'
import { normalizeEmail } from '../security/email-address.ts'
import { countEmail } from '../security/limits.ts'
import { emitSecurity } from '../security-events/emit.ts'
import { hasVerifiedAddress } from '../sign-in/verified-address.ts'
import type { AdapterUser } from '../types/adapter.ts'
import type { AddressSide, ConfirmedAddress, PendingAddressChange } from '../types/user-email.ts'
import {
  type AddressChange,
  confirmSide,
  describeChange,
  findChange,
  listOutstanding,
  storeChange,
} from './address-change.ts'
import { applyChange } from './apply-address-change.ts'

/** What the proofs of the two sides are for. */
const PURPOSES = { new: 'changeAddress', current: 'confirmChange' } as const

/**
 * Starts a change of a user's address, and sends the codes and links. If the new address belongs to
 * another user, that user receives an e-mail without a code, and all else is the same.
 *
 * @throws {EmailSignInError} if the address is not valid, or is the present one
 * @throws {TooManyRequests} if the present address was sent too many e-mails
 */
export async function requestAddressChange(
  ctx: Context,
  user: AdapterUser,
  input: unknown,
): Promise<PendingAddressChange> {
  const to = normalizeEmail(input)
  const from = user.email ? user.email : null
  if (to === undefined || to === normalizeEmail(from))
    throw new EmailSignInError(
      to === undefined ? 'The new e-mail address is not valid.' : 'The user already has this e-mail address.',
    )
  const asksCurrent = from !== null && hasVerifiedAddress(user)
  // Counts the changes of one user, also those without an address.
  const own = await countEmail(ctx, from ?? `user ${user.id}`)
  if (!own.isAllowed)
    throw new TooManyRequests('Too many changes of an e-mail address were requested for one user.', {
      retryAfter: own.retryAfter,
    })
  const change = await storeChange(ctx, String(user.id), { from, to, asksCurrent })
  await sendToNewAddress(ctx, change)
  if (asksCurrent) await sendProof(ctx, change, 'current')
  await emitSecurity(ctx, { type: 'addressChangeRequested', userId: change.userId })
  return describeChange(ctx, change)
}

/** The address's limit applies to all users: beyond it, nothing is sent, and the result is the same. */
async function sendToNewAddress(ctx: Context, change: AddressChange): Promise<void> {
  const owner = await ctx.auth.adapter?.getUserByEmail?.(change.to)
  const attempt = await countEmail(ctx, change.to)
  if (!attempt.isAllowed) ctx.auth.logger.warn('too-many-mails')
  await sendProof(ctx, change, 'new', !attempt.isAllowed ? 'nothing' : owner ? 'in use' : 'proof')
}

/** Always issues the proof: what this browser gets is the same. */
async function sendProof(
  ctx: Context,
  change: AddressChange,
  side: AddressSide,
  sends: 'proof' | 'in use' | 'nothing' = 'proof',
): Promise<void> {
  const purpose = PURPOSES[side]
  const address = addressOf(change, side)
  const { token, code, expires } = await issueProof(ctx, {
    purpose,
    address,
    data: { change: change.id },
    link: true,
    digits: 8,
  })
  const url = endpointUrl(ctx.base, 'change-email', { side, email: address, token })
  if (sends === 'nothing') return
  const proof = { type: purpose, code: String(code), url, address: change.to, expires } as const
  const inUse = { type: 'addressInUse' } as const
  const mails = sends === 'proof' ? { sent: proof, other: inUse } : { sent: inUse, other: proof }
  await sendOneOf(ctx, address, mails)
}

/**
 * Confirms one side of the change that waits for a user, with a code that works in this browser.
 *
 * @throws {Verification} if no change waits here, or the code is wrong or has expired
 */
export async function confirmByCode(ctx: Context, userId: string, code: string): Promise<ConfirmedAddress> {
  const change = await requireChange(ctx, userId)
  let failure: unknown = nothingWaits()
  for (const side of await listOutstanding(ctx, change)) {
    const flow = await readFlow(ctx, PURPOSES[side])
    if (flow?.address !== addressOf(change, side) || !isOf(flow.data, change)) continue
    try {
      await takeByCode(ctx, PURPOSES[side], code)
      return await confirm(ctx, change, side)
    } catch (error) {
      // It may be the code of the other side.
      if (!(error instanceof Verification)) throw error
      failure = error
    }
  }
  throw failure
}

/** What a link in an e-mail has. */
export interface AddressLink {
  readonly side: AddressSide
  readonly email: string
  readonly token: string
}

/**
 * Confirms one side of the change that waits for the signed-in user, with a link.
 *
 * @throws {Verification} if no change waits, or the link is not one of it or was used before
 */
export async function confirmByLink(
  ctx: Context,
  userId: string,
  { side, email, token }: AddressLink,
): Promise<ConfirmedAddress> {
  const change = await requireChange(ctx, userId)
  const address = addressOf(change, side)
  if (email !== address) throw nothingWaits()
  await takeByLink(ctx, { purpose: PURPOSES[side], address, token })
  return confirm(ctx, change, side)
}

/** Ends what was sent for a change. */
export async function endProofsOf(ctx: Context, change: AddressChange): Promise<void> {
  for (const side of ['new', 'current'] as const)
    await endProofs(ctx, PURPOSES[side], addressOf(change, side))
}

async function confirm(ctx: Context, change: AddressChange, side: AddressSide): Promise<ConfirmedAddress> {
  await confirmSide(ctx, change, side)
  // After it is noted: of two at the same time, at least one sees both.
  const waitsFor = await listOutstanding(ctx, change)
  if (waitsFor.length > 0) return { isChanged: false, waitsFor }
  await applyChange(ctx, change)
  return { isChanged: true, waitsFor }
}

/** @throws {Verification} */
async function requireChange(ctx: Context, userId: string): Promise<AddressChange> {
  const change = await findChange(ctx, userId)
  if (change === undefined) throw nothingWaits()
  return change
}

function nothingWaits(): Verification {
  return new Verification(
    'No change of an e-mail address waits for this code or link: it has expired, was ended, or started elsewhere.',
  )
}

/** The present address confirms only if there is one. */
function addressOf({ from, to }: AddressChange, side: AddressSide): string {
  return side === 'new' ? to : (from ?? '')
}

function isOf(data: unknown, { id }: AddressChange): boolean {
  return typeof data === 'object' && data !== null && (data as { change?: unknown }).change === id
}
