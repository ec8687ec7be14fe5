import { retryAfter } from '../async/retry-after.ts'
import { ServiceUnavailable } from '../errors/services.ts'
import { redact } from '../records/redact.ts'
import type { EmailConfig, VerificationRequest } from '../types/providers/email.ts'
import { customFetch } from '../types/symbols.ts'

/** Options of an e-mail provider that is called over HTTP. */
export interface MailServiceOptions extends Partial<Omit<EmailConfig, 'type' | 'options' | 'server'>> {
  /** The e-mails' sender: `Example <no-reply@example.com>`. Default: `AUTH_<ID>_FROM`. */
  from?: string
  /** Default: `AUTH_<ID>_KEY`. */
  apiKey?: string
}

/** How many characters of an error response the log quotes. */
const MAX_RESPONSE_QUOTE_LENGTH = 500
/** How many characters of an error response are read. */
const MAX_RESPONSE_LENGTH = 10_000

/** The request that sends an e-mail. The body is a JSON object or a form. */
export interface Delivery {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: object | FormData
}

/**
 * Sends an e-mail through a service's HTTP API.
 *
 * @throws {ServiceUnavailable} if the service fails, or receives too many requests
 * @throws {Error} if it rejects the e-mail; `cause` is the beginning of its response, without the
 *   address, the link's token and the API key
 */
export async function post(
  { provider, identifier, token, signal }: VerificationRequest,
  { url, headers, body }: Delivery,
): Promise<void> {
  const send = provider[customFetch] ?? fetch
  const isForm = body instanceof FormData
  const response = await send(url, {
    method: 'POST',
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
    redirect: 'manual',
    ...(signal && { signal }),
  })
  if (response.ok) return response.body?.cancel()
  const cause = redact(await readBeginning(response), [token, identifier, provider.apiKey]).slice(
    0,
    MAX_RESPONSE_QUOTE_LENGTH,
  )
  const { status } = response
  const message = `${provider.name} returned status ${status}: ${cause}`
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
