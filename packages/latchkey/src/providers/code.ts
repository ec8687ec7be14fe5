import type { CodeConfig, CodeOptions } from '../types/providers/code.ts'

export type { Awaitable } from '../types/basics.ts'
export type { CodeConfig, CodeDelivery, CodeMessage, CodeOptions } from '../types/providers/code.ts'
export type { CredentialsRequest } from '../types/providers/common.ts'
export type { EmailConfig } from '../types/providers/email.ts'

/**
 * Returns a provider that sends a code to a telephone number, with your service for text messages. Needs an
 * `adapter` that stores users without an e-mail address, as for OAuth providers without one.
 *
 * @example
 * ```ts
 * import Code from 'latchkey/providers/code'
 *
 * Code({
 *   async send({ phone, code }, { signal }) {
 *     const body = JSON.stringify({ to: phone, text: `Your code: ${code}` })
 *     const response = await fetch('https://sms.example.com/send', { method: 'POST', body, signal })
 *     if (!response.ok) throw new Error(`The service responded with ${response.status}.`)
 *   },
 * })
 * ```
 */
export default function Code(options: CodeOptions): CodeConfig {
  const { id = 'code', name = 'Phone', digits, send, normalize = (number: string) => number } = options
  return {
    id,
    name,
    type: 'email',
    phone: true,
    code: 'only',
    digits,
    normalizeIdentifier: normalize,
    // Without `send`, the configuration check says so.
    sendVerificationRequest:
      send &&
      (({ identifier, code = '', expires, url, request, signal = new AbortController().signal }) =>
        send({ phone: identifier, code, expires, url, request }, { signal })),
  }
}
