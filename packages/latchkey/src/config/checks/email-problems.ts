import type { AuthError } from '../../errors/auth-error.ts'
import { InvalidProvider } from '../../errors/configuration.ts'
import { variablePrefix } from '../../records/variable-prefix.ts'
import type { EmailConfig } from '../../types/providers/email.ts'

type NeededOption = NonNullable<EmailConfig['needs']>[number]

/** What to pass for a missing option. */
const EXAMPLES: Readonly<Record<NeededOption, string>> = {
  server: '`server`, for example smtp://user:password@mail.example.com:587',
  from: "`from`, for example 'Example <no-reply@example.com>'",
  apiKey: '`apiKey`',
}

const VARIABLES: Readonly<Record<NeededOption, string>> = { server: 'SERVER', from: 'FROM', apiKey: 'KEY' }

/** Returns an e-mail provider's first problem. */
export function findEmailProblem(provider: EmailConfig, hasMail: boolean): AuthError | undefined {
  const { id, maxAge, code, generateVerificationToken } = provider
  const problem = usesMail(provider, hasMail) ? undefined : findSenderProblem(provider)
  if (problem !== undefined) return new InvalidProvider(problem)
  if (code && generateVerificationToken !== undefined)
    return new InvalidProvider(
      `The provider "${id}" has \`code\` and \`generateVerificationToken\`. ` +
        'Remove `generateVerificationToken`: with `code`, Latchkey generates the code and the token.',
    )
  if (maxAge === undefined || (Number.isSafeInteger(maxAge) && maxAge > 0)) return undefined
  return new InvalidProvider(
    `\`maxAge\` for provider "${id}" is not a number of seconds. Set it to a whole number above 0.`,
  )
}

/** Returns whether a provider sends through the option `mail`: it has nothing else to send with. */
export function usesMail(provider: EmailConfig, hasMail: boolean): boolean {
  const { sendVerificationRequest, needs, server, from } = provider
  if ('phone' in provider) return false
  const lacksServer = needs?.includes('server') === true && !(server && from)
  return hasMail && (lacksServer || sendVerificationRequest === undefined)
}

function findSenderProblem(provider: EmailConfig): string | undefined {
  const { id, sendVerificationRequest, needs = [], server } = provider
  if ('phone' in provider && typeof sendVerificationRequest !== 'function')
    return (
      `The provider "${id}" has no \`send\`. ` +
      'Pass it to `Code`: `send({ phone, code }, { signal })` sends the message.'
    )
  if (typeof sendVerificationRequest !== 'function')
    return (
      `The provider "${id}" has no \`sendVerificationRequest\`. ` +
      'Pass it, use `latchkey/providers/nodemailer`, or set the option `mail`.'
    )
  const missing = needs.find((name) => !provider[name])
  return missing === undefined
    ? findServerProblem(needs, server, `\`server\` for provider "${id}"`)
    : `The provider "${id}" has no \`${missing}\`. ${describeMissing(id, missing)}`
}

/** Says how to set a missing option. */
export function describeMissing(id: string, option: NeededOption): string {
  return `Set ${variablePrefix(id)}_${VARIABLES[option]} in the environment, or pass ${EXAMPLES[option]}.`
}

/** Returns the problem of an SMTP server that is written as text. */
export function findServerProblem(
  needs: readonly NeededOption[],
  server: unknown,
  name: string,
): string | undefined {
  if (!needs.includes('server') || typeof server !== 'string' || /^[a-z][a-z\d+.-]*:\/\//i.test(server))
    return undefined
  return (
    `${name} is not a URL. ` +
    'Set it to a URL such as smtp://user:password@mail.example.com:587, or to `nodemailer` options.'
  )
}
