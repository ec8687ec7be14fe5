import { retryAfter } from '../async/retry-after.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { redact } from '../records/redact.ts'
import type { MailDelivery } from '../types/mail.ts'
import { customFetch } from '../types/symbols.ts'

/** How many characters of an error response the log quotes. */
const MAX_RESPONSE_QUOTE_LENGTH = 500
/** How many characters of an error response are read. */
const MAX_RESPONSE_LENGTH = 10_000

/** The request that sends an e-mail. The body is a JSON object or a form. */
export interface MailRequest {
  readonly url: string
  /** The recipient's address, which the service may quote. */
  readonly to: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | FormData
}

/**
 * Sends an e-mail through a service's HTTP API.
 *
 * @throws {ServiceUnavailable} if the service fails, or receives too many requests
 * @throws {Error} if it rejects the e-mail; `cause` is the beginning of its response, without the
 *   address, the secrets in the e-mail and the API key
 */
export async function post(
  { service, signal, secrets }: MailDelivery,
  { url, to, headers, body }: MailRequest,
): Promise<void> {
  const send = service[customFetch] ?? fetch
  const isForm = body instanceof FormData
  const response = await send(url, {
    method: 'POST',
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
    redirect: 'manual',
    signal,
  })
  if (response.ok) return response.body?.cancel()
  const cause = redact(await readBeginning(response), [...secrets, to, service.apiKey]).slice(
    0,
    MAX_RESPONSE_QUOTE_LENGTH,
  )
  const { status } = response
  const message = `${service.name} returned status ${status}: ${cause}`
  const error =
    status >= 500 || status === 429
      ? new ServiceUnavailable(message, { retryAfter: retryAfter(response) })
      : new Error(message, { cause })
  throw Object.assign(error, { serviceStatus: status })
}

async function readBeginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_RESPONSE_LENGTH) break
  }
  return text
}

/**
 * Splits `Example <no-reply@example.com>` into name and address.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5322#section-3.4
 */
export function splitSender(from = ''): { readonly email: string; readonly name?: string } {
  const [, name = '', email = from] = /^\s*"?([^"<]*?)"?\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return name === '' ? { email: email.trim() } : { email, name }
}

/**
 * Returns the `Authorization` header's value for basic authentication.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7617#section-2
 */
export function basic(user: string, password: string): string {
  return `Basic ${btoa(`${user}:${password}`)}`
}
