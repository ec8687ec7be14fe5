import {
  callIfHealthy,
  RETRY_AFTER_SECONDS,
  type ServiceHealth,
  unknownHealth,
} from '../async/bounded-call.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import type { ResolvedEmailProvider } from '../contract/providers.ts'
import { type AuthError, asError } from '../errors/auth-error.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { EmailSignInError } from '../errors/sign-in.ts'
import { redactError } from '../records/redact.ts'
import type { VerificationRequest } from '../types/providers/email.ts'
import { mailAdvice } from './advice.ts'

/** The error codes and names for a service that could not be reached. */
const UNREACHABLE =
  /^(?:ECONN|EAI_AGAIN$|ENOTFOUND$|EHOST|ENET|EPIPE$|ESOCKET$|EDNS$|ETIMEDOUT$|UND_ERR_|TimeoutError$)/

const UNREACHABLE_ADVICE =
  'Check `server`, and that this server can reach it. `timeouts.email` is the time limit.'

const REFUSED_ADVICE = 'Check `server` and `from`, or your `sendVerificationRequest`.'

const healths = new WeakMap<ResolvedEmailProvider, ServiceHealth>()

/**
 * Sends an e-mail with the provider's function, within the time limit.
 *
 * @throws {ServiceUnavailable} if the mail service cannot be reached or takes too long
 * @throws {EmailSignInError} if it rejects the e-mail
 */
export async function deliver(
  { timeouts, now }: ResolvedAuth,
  provider: ResolvedEmailProvider,
  message: Omit<VerificationRequest, 'provider' | 'signal' | 'timeout'>,
): Promise<void> {
  const health = healths.get(provider) ?? unknownHealth()
  healths.set(provider, health)
  const timeout = timeouts.email
  await callIfHealthy(health, {
    service: `mail service for provider "${provider.id}"`,
    now,
    timeout,
    work: (signal) => provider.sendVerificationRequest({ ...message, provider, signal, timeout }),
    failure: (error) => explainFailure(provider, message.token, asError(error)),
  })
}

function explainFailure(
  { id: provider, apiKey }: ResolvedEmailProvider,
  token: string,
  thrown: Error,
): AuthError {
  const err = redactError(thrown, [token, apiKey])
  const sentence = `The e-mail for provider "${provider}" could not be sent: ${err.message.replace(/\.$/, '')}.`
  const advice = mailAdvice(thrown)
  if (isUnreachable(thrown))
    return new ServiceUnavailable(`${sentence} ${advice ?? UNREACHABLE_ADVICE}`, {
      cause: { err, provider, retryAfter: namedRetryAfter(thrown) },
    })
  return new EmailSignInError(`${sentence} ${advice ?? REFUSED_ADVICE}`, { cause: { err, provider } })
}

function namedRetryAfter(error: Error): number {
  return (error instanceof ServiceUnavailable && Number(error.cause?.retryAfter)) || RETRY_AFTER_SECONDS
}

/**
 * Platforms set the code on the error or on one of its causes. The application's DNS query concerns
 * the address's domain, which an attacker can choose: it proves nothing about the service.
 */
function isUnreachable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 3) return false
  const { code, name, syscall } = error as Error & { code?: unknown; syscall?: unknown }
  if (String(syscall).startsWith('query')) return false
  if (error instanceof ServiceUnavailable || UNREACHABLE.test(typeof code === 'string' ? code : name))
    return true
  return isUnreachable(error.cause, depth + 1)
}
