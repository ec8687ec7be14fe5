import {
  callIfHealthy,
  RETRY_AFTER_SECONDS,
  type ServiceHealth,
  unknownHealth,
} from '../async/bounded-call.ts'
import type { ResolvedAuth } from '../contract/context.ts'
import type { ResolvedEmailProvider } from '../contract/providers.ts'
import { type AuthError, asError } from '../errors/auth-error.ts'
import { PhoneSignInError } from '../errors/phone.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { EmailSignInError } from '../errors/sign-in.ts'
import { redactError } from '../records/redact.ts'
import type { Awaitable } from '../types/basics.ts'
import type { VerificationRequest } from '../types/providers/email.ts'
import { mailAdvice } from './advice.ts'

/** The error codes and names for a service that could not be reached. */
const UNREACHABLE =
  /^(?:ECONN|EAI_AGAIN$|ENOTFOUND$|EHOST|ENET|EPIPE$|ESOCKET$|EDNS$|ETIMEDOUT$|UND_ERR_|TimeoutError$)/

const UNREACHABLE_ADVICE =
  'Check `server`, and that this server can reach it. `timeouts.email` is the time limit.'

const REFUSED_ADVICE = 'Check `server` and `from`, or your `sendVerificationRequest`.'
const PHONE_ADVICE = 'Check the function `send` of `Code`. `timeouts.email` is the time limit.'

/** How many deliveries of a service are remembered. */
const MAX_DELIVERIES = 20
/** How long a service that could not be reached is expected to be so, in milliseconds. */
const MAX_OUTAGE = 60_000
/** How long a delivery takes before one is known, in milliseconds. */
const TYPICAL_DELIVERY = 300

/** What is known of a service that sends e-mails. */
interface SenderState {
  readonly health: ServiceHealth
  /** How long the last deliveries took, in milliseconds. */
  readonly durations: number[]
  /** The last e-mail, if it could not be sent because the service cannot be reached. */
  outage: { readonly error: ServiceUnavailable; readonly at: number; readonly duration: number } | undefined
}

/** How long deliveries of any service took, for one that has not sent an e-mail yet. */
const allDurations: number[] = []

/** By the provider or the transport. */
const states = new WeakMap<object, SenderState>()

function stateOf(sender: object): SenderState {
  const state = states.get(sender) ?? { health: unknownHealth(), durations: [], outage: undefined }
  states.set(sender, state)
  return state
}

/**
 * Sends an e-mail with the provider's function, within the time limit.
 *
 * @throws {ServiceUnavailable} if the mail service cannot be reached or takes too long
 * @throws {EmailSignInError} or, for a telephone number, {PhoneSignInError} if it rejects the message
 */
export async function deliver(
  auth: ResolvedAuth,
  provider: ResolvedEmailProvider,
  message: Omit<VerificationRequest, 'provider' | 'signal' | 'timeout'>,
): Promise<void> {
  const { id, apiKey } = provider
  await callMailService(auth, {
    sender: provider,
    name: `provider "${id}"`,
    cause: { provider: id },
    isPhone: provider.isPhone,
    secrets: [message.token, message.code, apiKey, ...numbersIn(provider, message)],
    send: (signal, timeout) => provider.sendVerificationRequest({ ...message, provider, signal, timeout }),
  })
}

/** Services also quote a telephone number without its sign. */
function numbersIn({ isPhone }: ResolvedEmailProvider, { identifier }: { identifier: string }): string[] {
  return isPhone ? [identifier, identifier.slice(1)] : []
}

/** An e-mail, and what sends it. */
export interface MailCall {
  /** The provider or the transport, whose health is kept. */
  readonly sender: object
  /** Its name in errors: `provider "email"`. */
  readonly name: string
  /** Further details of an error. */
  readonly cause: object
  /** Whether it goes to a telephone number. Default: it is an e-mail. */
  readonly isPhone?: boolean
  /** What no error may contain. */
  readonly secrets: readonly (string | undefined)[]
  /** @param timeout the time limit in seconds */
  readonly send: (signal: AbortSignal, timeout: number) => Awaitable<void>
}

/** Sends an e-mail within the time limit. Throws as `deliver` does. */
export async function callMailService({ timeouts, now }: ResolvedAuth, call: MailCall): Promise<void> {
  const state = stateOf(call.sender)
  const timeout = timeouts.email
  const startedAt = performance.now()
  try {
    await callIfHealthy(state.health, {
      service: `mail service for ${call.name}`,
      now,
      timeout,
      work: (signal) => call.send(signal, timeout),
      failure: (error) => explainFailure(call, asError(error)),
    })
  } catch (error) {
    const duration = performance.now() - startedAt
    if (error instanceof ServiceUnavailable) state.outage = { error, at: now(), duration }
    throw error
  }
  state.outage = undefined
  for (const durations of [state.durations, allDurations]) {
    durations.push(performance.now() - startedAt)
    if (durations.length > MAX_DELIVERIES) durations.shift()
  }
}

/**
 * Does what a delivery to a user would do, without one: takes as long as one of the last
 * deliveries, or fails as the last one did.
 *
 * @throws {ServiceUnavailable} if the service could not be reached in the last minute
 */
export async function pretendToDeliver({ now }: ResolvedAuth, sender: object): Promise<void> {
  const { durations: own, outage } = stateOf(sender)
  if (outage !== undefined && Math.abs(now() - outage.at) < MAX_OUTAGE) {
    await sleep(outage.duration)
    throw outage.error
  }
  const durations = own.length > 0 ? own : allDurations
  await sleep(durations[Math.floor(Math.random() * durations.length)] ?? TYPICAL_DELIVERY)
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function explainFailure({ name, cause, secrets, isPhone }: MailCall, thrown: Error): AuthError {
  const err = redactError(thrown, secrets)
  const what = isPhone ? 'message' : 'e-mail'
  const sentence = `The ${what} for ${name} could not be sent: ${err.message.replace(/\.$/, '')}.`
  const advice = isPhone ? PHONE_ADVICE : mailAdvice(thrown)
  if (isUnreachable(thrown))
    return new ServiceUnavailable(`${sentence} ${advice ?? UNREACHABLE_ADVICE}`, {
      cause: { err, ...cause, retryAfter: namedRetryAfter(thrown) },
    })
  const Rejection = isPhone ? PhoneSignInError : EmailSignInError
  return new Rejection(`${sentence} ${advice ?? REFUSED_ADVICE}`, { cause: { err, ...cause } })
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
