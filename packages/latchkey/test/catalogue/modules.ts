import { readdirSync } from 'node:fs'
import type { OAuthUserConfig, ProviderConfig } from 'latchkey'
import type { Sample } from './sample.ts'

/** The default export of a provider's module. */
export type Factory = (options: OAuthUserConfig) => ProviderConfig

/** Modules that belong to no particular service. */
const GENERIC_PROVIDERS = ['code', 'credentials', 'email', 'oidc', 'passkey', 'password', 'webauthn']
/** E-mail providers, which mail.test.ts tests. */
const EMAIL_PROVIDERS = ['forwardemail', 'loops', 'mailgun', 'nodemailer', 'postmark', 'resend', 'sendgrid']

/** The modules of the OAuth and OpenID Connect providers, such as `github`. */
export const ids: readonly string[] = readdirSync(new URL('../../src/providers/', import.meta.url))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => name.replace(/\.ts$/, ''))
  .filter((id) => !GENERIC_PROVIDERS.includes(id) && !EMAIL_PROVIDERS.includes(id))

/** Loads a provider and its sample. */
export async function load(id: string): Promise<{ readonly factory: Factory; readonly sample: Sample }> {
  const [{ default: factory }, { default: sample }] = await Promise.all([
    import(`../../src/providers/${id}.ts`) as Promise<{ default: Factory }>,
    import(`./samples/${id}.ts`) as Promise<{ default: Sample }>,
  ])
  return { factory, sample }
}
