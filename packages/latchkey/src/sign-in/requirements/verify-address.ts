import type { Context } from '../../contract/context.ts'
import { findPasswordProvider } from '../../contract/providers.ts'
import type { Admission } from '../../contract/sign-in.ts'
import { EmailSignInError } from '../../errors/sign-in.ts'
import { endpointUrl } from '../../http/endpoint-url.ts'
import { sendMail } from '../../mail/send.ts'
import { issueProof } from '../../proofs/proof.ts'
import { normalizeEmail } from '../../security/email-address.ts'
import { countEmail } from '../../security/limits.ts'
import { hasVerifiedAddress } from '../verified-address.ts'
import type { Requirement } from './requirement.ts'

const DIGITS = 8

/**
 * Lets users with a password verify their address, for example if another program created them. After
 * the second factor, so that no one removes it in this way.
 */
export const verifyAddress: Requirement = { name: 'verifyAddress', isOutstanding, begin: sendProof }

async function isOutstanding({ providers }: Context, { identity, user }: Admission): Promise<boolean> {
  const isAsked = findPasswordProvider(providers)?.password.verifyAddress && identity.password !== undefined
  return Boolean(isAsked && user.email) && !hasVerifiedAddress(user)
}

/** Beyond the address's limit, sends nothing. A code that was sent to this browser before still works. */
async function sendProof(ctx: Context, { user }: Admission): Promise<void> {
  const { auth, base } = ctx
  const address = normalizeEmail(user.email)
  if (address === undefined)
    throw new EmailSignInError("A user's stored e-mail address is not valid, and cannot be verified.", {
      user: user.id,
    })
  const attempt = await countEmail(ctx, address)
  if (!attempt.isAllowed) return auth.logger.warn('too-many-mails')
  try {
    const proof = { purpose: 'verifyAddress', address, link: true, digits: DIGITS } as const
    const { token, code, expires } = await issueProof(ctx, proof)
    const url = endpointUrl(base, 'verify', { email: address, token })
    await sendMail(ctx, address, { type: 'verifyAddress', code: String(code), url, expires })
  } catch (error) {
    // The mailbox may have received the e-mail, so only some failures are not counted.
    await attempt.takeBackFault()
    throw error
  }
}
