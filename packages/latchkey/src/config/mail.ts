import { withoutUndefined } from '../records/record.ts'
import type { MailTransport } from '../types/mail.ts'
import type { Environment } from './env.ts'
import { readProviderEnvironment } from './provider-env.ts'

/** Returns the transport with the environment's values for options that are not set. */
export function resolveMail(mail: MailTransport, env: Environment): MailTransport {
  if (mail.id === undefined) return mail
  const { from, server, apiKey } = readProviderEnvironment(env, { id: mail.id })
  return { ...mail, ...withoutUndefined({ from, server, apiKey }), ...withoutUndefined(mail) }
}
