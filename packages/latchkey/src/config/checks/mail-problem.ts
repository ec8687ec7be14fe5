import type { AuthError } from '../../errors/auth-error.ts'
import { InvalidOption } from '../../errors/configuration.ts'
import type { MailTransport } from '../../types/mail.ts'
import { describeMissing, findServerProblem } from './email-problems.ts'

const TRANSPORT_ADVICE =
  'Set it to a transport such as `nodemailer()` of `latchkey/mail/nodemailer`, or to an object with ' +
  '`name` and `async send({ from, to, subject, text, html }) { … }`.'

/** Returns the first problem of the option `mail`. */
export function findMailProblem(mail: MailTransport | undefined): AuthError | undefined {
  if (!mail) return undefined
  if (typeof mail.send !== 'function')
    return new InvalidOption(`\`mail\` has no \`send\`. ${TRANSPORT_ADVICE}`)
  const { id = 'mail', name, needs = [], ...options } = mail
  const missing = needs.find((option) => !options[option])
  const problem =
    missing === undefined
      ? findServerProblem(needs, options.server, '`mail.server`')
      : `The transport "${name}" of \`mail\` has no \`${missing}\`. ${describeMissing(id, missing)}`
  return problem === undefined ? undefined : new InvalidOption(problem)
}
