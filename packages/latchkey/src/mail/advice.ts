/** What a mail service's error may report about its reason. */
interface MailFailure {
  readonly message?: unknown
  /** From Nodemailer and Node.js. */
  readonly code?: unknown
  /** The SMTP command that the server rejected. */
  readonly command?: unknown
  /** The service's HTTP status. */
  readonly serviceStatus?: unknown
  readonly cause?: unknown
}

interface Fault {
  readonly matches: (failure: MailFailure) => boolean
  readonly advice: string
}

/**
 * How mail services report a fault, and how to fix it. The first match counts.
 *
 * @see https://nodemailer.com/errors
 * @see https://nodejs.org/api/tls.html#x509-certificate-error-codes
 */
const FAULTS: readonly Fault[] = [
  {
    matches: ({ code, command }) => code === 'EAUTH' || String(command).startsWith('AUTH'),
    advice:
      'The mail server rejected the user name or the password. Correct them in `server`. In a URL, ' +
      'write special characters with `encodeURIComponent`.',
  },
  {
    matches: ({ message }) => /wrong version number|packet length too long/.test(String(message)),
    advice: 'The port does not match the protocol in `server`. Use `smtps://` for port 465, else `smtp://`.',
  },
  {
    matches: ({ message, code }) =>
      /certificate|altname/i.test(String(message)) || /CERT|^ERR_TLS/.test(String(code)),
    advice:
      "The mail server's certificate is not valid for the host in `server`. Use the name in the " +
      'certificate. For your own certificate authority, set `NODE_EXTRA_CA_CERTS`.',
  },
  {
    matches: ({ code }) => code === 'EDNS' || code === 'ENOTFOUND',
    advice: 'The host does not exist. Correct it in `server`.',
  },
  {
    matches: ({ code, message }) => code === 'ETIMEDOUT' || /timeout|timed out/i.test(String(message)),
    advice:
      'Check the port in `server`: many hosts block port 25. `timeouts.email` is the time limit per e-mail.',
  },
  {
    matches: ({ command }) => command === 'MAIL FROM',
    advice:
      'The mail server rejected the sender. Set `from` to an address that the account in `server` may use.',
  },
  {
    matches: ({ command }) => command === 'RCPT TO',
    advice:
      'The mail server rejected the recipient. The address may not exist, or the account may not send there.',
  },
  {
    matches: ({ serviceStatus: status }) => status === 401 || status === 403,
    advice: 'Check `apiKey`, and that it may send from the domain in `from`.',
  },
  {
    matches: ({ serviceStatus: status }) => status === 400 || status === 404 || status === 422,
    advice: 'Check `from`: the service must have verified its domain.',
  },
  {
    matches: ({ serviceStatus: status }) => status === 429 || Number(status) >= 500,
    advice: "Try again later, and check the service's status page.",
  },
]

/** Returns how to fix a mail service's failure, if its reason is known. */
export function mailAdvice(error: unknown, depth = 0): string | undefined {
  if (typeof error !== 'object' || error === null || depth > 3) return undefined
  const failure: MailFailure = error
  return FAULTS.find(({ matches }) => matches(failure))?.advice ?? mailAdvice(failure.cause, depth + 1)
}
