import type { EmailConfig, VerificationRequest } from '../types/email.ts'
import { type MailServiceOptions, post } from './post.ts'

/** What an application may set on Loops. */
export interface LoopsOptions extends MailServiceOptions {
  /** Id of the transactional mail at Loops; its text has the data variable `url`. */
  transactionalId?: string
}

/**
 * Sign-in by a link in a mail that Loops sends. Environment: `AUTH_LOOPS_KEY`. Needs an adapter to keep the links in. Subject, sender and text are written
 * at Loops, so `from`, `theme` and `texts` have no effect on it.
 *
 * @see https://app.loops.so/settings?page=api Make a key
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

/** @throws {Error} without `transactionalId`; Loops cannot send a mail of ours */
async function send(transactionalId: string | undefined, request: VerificationRequest): Promise<void> {
  if (transactionalId === undefined)
    throw new Error('Loops has no `transactionalId`. Pass the id of the mail that you made there.')
  const { identifier, url, provider } = request
  await post(request, {
    url: 'https://app.loops.so/api/v1/transactional',
    headers: { authorization: `Bearer ${provider.apiKey}` },
    body: { transactionalId, email: identifier, dataVariables: { url } },
  })
}
