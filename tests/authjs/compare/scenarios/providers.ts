import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vi } from 'vitest'
import { Application } from '../application.ts'
import type { Fields } from '../libraries.ts'
import type { Scenario } from '../scenario.ts'

const FOLDER = fileURLToPath(new URL('../../node_modules/@auth/core/providers', import.meta.url))

/** Modules without an OAuth or OpenID Connect provider. */
const OTHERS = [
  ...['index', 'provider-types', 'oauth', 'oauth-types', 'credentials', 'passkey', 'webauthn'],
  // These need options of their own.
  ...['dribbble', 'netsuite', 'notion', 'osso', 'workos'],
  ...['email', 'forwardemail', 'loops', 'mailgun', 'nodemailer', 'postmark', 'resend', 'sendgrid'],
]
const OPTIONS = { clientId: 'app', clientSecret: 'secret', issuer: 'https://id.test' }

const ids = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.slice(0, -3))
  .filter((id) => !OTHERS.includes(id))

/** Returns metadata for any issuer, and fails for other requests. */
const respondWithMetadata: typeof fetch = async (input) => {
  const url = input instanceof Request ? input.url : String(input)
  const issuer = url.split('/.well-known/')[0]
  if (issuer === url) throw new TypeError('fetch failed')
  return Response.json({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  })
}

/** Starts a sign-in at each provider that both libraries have. */
export const PROVIDERS: readonly Scenario[] = ids.map((id) => ({
  name: `built-in provider: ${id}`,
  run: async (library) => {
    const factory = await library.provider(id)
    const provider = factory(OPTIONS) as Fields
    const app = new Application(library, { config: { providers: [provider] } })
    // Some providers replace `customFetch`.
    vi.stubGlobal('fetch', respondWithMetadata)
    try {
      await app.get('lists the providers', '/providers')
      await app.post('starts the sign-in', `/signin/${provider.id}`)
    } finally {
      vi.unstubAllGlobals()
    }
    return app.record
  },
}))
