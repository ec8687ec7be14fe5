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
export function findEmailProblem(provider: EmailConfig): AuthError | undefined {
  const { id, sendVerificationRequest, maxAge, needs = [], server } = provider
  if (typeof sendVerificationRequest !== 'function') {
    return new InvalidProvider(
      `The provider "${id}" has no \`sendVerificationRequest\`. ` +
        'Pass it, or use `latchkey/providers/nodemailer`.',
    )
  }
  const missing = needs.find((name) => !provider[name])
  if (missing !== undefined) {
    return new InvalidProvider(
      `The provider "${id}" has no \`${missing}\`. ` +
        `Set ${variablePrefix(id)}_${VARIABLES[missing]} in the environment, or pass ${EXAMPLES[missing]}.`,
    )
  }
  if (needs.includes('server') && typeof server === 'string' && !/^[a-z][a-z\d+.-]*:\/\//i.test(server)) {
    return new InvalidProvider(
      `\`server\` for provider "${id}" is not a URL. ` +
        'Set it to a URL such as smtp://user:password@mail.example.com:587, or to `nodemailer` options.',
    )
  }
  if (maxAge === undefined || (Number.isSafeInteger(maxAge) && maxAge > 0)) return undefined
  return new InvalidProvider(
    `\`maxAge\` for provider "${id}" is not a number of seconds. Set it to a whole number above 0.`,
  )
}
