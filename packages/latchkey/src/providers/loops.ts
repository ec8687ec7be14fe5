import { describeDelivery, type MailServiceOptions } from '../mail/link-provider.ts'
import { post } from '../mail/post.ts'
import type { EmailConfig, VerificationRequest } from '../types/providers/email.ts'

export type { EmailConfig } from '../types/providers/email.ts'

/** Options for the Loops provider. */
export interface LoopsOptions extends MailServiceOptions {
  /** The transactional e-mail's ID at Loops. Its text must contain the data variable `url`. */
  transactionalId?: string
}

/** The Loops provider. */
export interface LoopsConfig extends EmailConfig {
  transactionalId?: string
}

/** @deprecated Use {@link LoopsOptions}. */
export type LoopsUserConfig = LoopsOptions

/**
 * Returns the Loops provider, which sends sign-in links by e-mail.
 *
 * Set `AUTH_LOOPS_KEY` to the API key, and pass `transactionalId`. Configure a database adapter,
 * which stores the links.
 *
 * Create the API key:
 * 1. In the settings of Loops, add your sender's domain, and create the DNS records that Loops
 *    shows.
 * 2. Create a transactional e-mail, and insert the data variable `url` as its link target.
 * 3. Publish the e-mail and copy its ID for `transactionalId`.
 * 4. Under **Settings → API**, create an API key.
 *
 * Sender: You write the sender, the subject and the text at Loops. The options `from`, `theme` and
 * `texts` have no effect.
 *
 * @see https://app.loops.so/settings?page=api Create an API key
 * @see https://loops.so/docs/api-reference/send-transactional-email Documentation
 */
export default function Loops({ transactionalId, ...options }: LoopsOptions = {}): EmailConfig {
  return {
    id: 'loops',
    name: 'Loops',
    type: 'email',
    needs: ['apiKey'],
    sendVerificationRequest: (request) => send(transactionalId, request),
    options,
  }
}

/** @throws {Error} without `transactionalId`: Loops sends only e-mails that were written there */
async function send(transactionalId: string | undefined, request: VerificationRequest): Promise<void> {
  if (transactionalId === undefined)
    throw new Error('Loops has no `transactionalId`. Set it to a Loops transactional e-mail ID.')
  const { identifier: to, url, provider } = request
  await post(describeDelivery(request), {
    url: 'https://app.loops.so/api/v1/transactional',
    to,
    headers: { authorization: `Bearer ${provider.apiKey}` },
    body: { transactionalId, email: to, dataVariables: { url } },
  })
}
