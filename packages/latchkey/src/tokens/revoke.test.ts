import { createApp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { createLogoutIdp, type Idp } from '@latchkey/test-support/kit/idp.ts'
import { type AuthConfig, createAuth, type OIDCConfig } from 'latchkey'
import { describe, expect, it } from 'vitest'
import { revokeTokens } from './revoke.ts'

const TOKENS = { access_token: 'the access token', refresh_token: 'the refresh token' }
const BASIC = `Basic ${btoa('app:app+secret')}`

interface Revoked {
  readonly idp: Idp
  readonly log: unknown[]
  readonly errors: readonly string[]
  /** Milliseconds. */
  readonly duration: number
}

/** Revokes tokens at a provider that `prepare` may have changed. */
async function revoke(
  options: Partial<OIDCConfig> = {},
  prepare: (idp: Idp) => void = () => {},
  config: Partial<AuthConfig> = {},
): Promise<Revoked> {
  const idp = createLogoutIdp()
  prepare(idp)
  const app = createApp({ providers: [oidcFor(idp, options)], ...config })
  const auth = createAuth(app.config).config
  const provider = (await auth.checkConfig()).providers.get('idp')
  if (provider === undefined || !('revocation' in provider)) throw new Error('The provider is refused.')
  const start = performance.now()
  await revokeTokens(auth, provider, TOKENS)
  const duration = performance.now() - start
  return { idp, log: app.log, errors: app.errors, duration }
}

describe('revoking tokens', () => {
  // proves OUT-5
  it('revokes the refresh token first, with the client authentication of the provider', async () => {
    const { idp, errors } = await revoke()
    expect(idp.revocations.map(({ token, type, authorization }) => ({ token, type, authorization }))).toEqual(
      [
        { token: 'the refresh token', type: 'refresh_token', authorization: BASIC },
        { token: 'the access token', type: 'access_token', authorization: BASIC },
      ],
    )
    expect(errors).toEqual([])
  })

  // proves OUT-5
  it('sends the client id under the name that the provider uses', async () => {
    const { idp } = await revoke({
      clientIdParameter: 'client_key',
      client: { token_endpoint_auth_method: 'client_secret_post' },
      token: { form: () => ({ only: 'for the token endpoint' }) },
    })
    expect(Object.fromEntries(idp.revocations[0]?.form ?? [])).toEqual({
      token: 'the refresh token',
      token_type_hint: 'refresh_token',
      client_key: 'app',
      client_secret: 'app secret',
    })
  })

  // proves OUT-5
  it('uses a configured URL without discovery', async () => {
    const { idp } = await revoke({ revocation: '/revoke' })
    expect(idp.revocations).toHaveLength(2)
    expect(idp.requests).toEqual([])
  })

  // proves OUT-5
  it('calls the function of a provider that sends its own request', async () => {
    const { idp, errors } = await revoke({
      revocation: {
        request: ({ token, type, clientId, clientSecret, fetch }) =>
          fetch('https://id.test/revoke', {
            method: 'POST',
            body: new URLSearchParams({ token, type, id: clientId, secret: clientSecret ?? '' }),
          }),
      },
    })
    expect(Object.fromEntries(idp.revocations[0]?.form ?? [])).toEqual({
      token: 'the refresh token',
      type: 'refresh_token',
      id: 'app',
      secret: 'app secret',
    })
    expect(errors).toEqual([])
  })

  // proves OUT-5
  it('revokes only tokens of the types that the provider revokes', async () => {
    const { idp, errors } = await revoke({ revocation: { types: ['access_token'] } })
    expect(idp.revocations.map(({ token }) => token)).toEqual(['the access token'])
    expect(errors).toEqual([])
  })

  it('does nothing at a provider without revocation', async () => {
    const withoutEndpoint = await revoke({}, (idp) => {
      idp.faults.discovery = { ...idp.faults.discovery, revocation_endpoint: undefined }
    })
    const switchedOff = await revoke({ revocation: false })
    expect([...withoutEndpoint.idp.revocations, ...switchedOff.idp.revocations]).toEqual([])
    expect([...withoutEndpoint.errors, ...switchedOff.errors]).toEqual([])
  })

  it('accepts that the provider cannot revoke access tokens', async () => {
    const { errors } = await revoke({}, (idp) => {
      idp.onRevocation = ({ type }) =>
        type === 'access_token'
          ? Response.json({ error: 'unsupported_token_type' }, { status: 400 })
          : new Response(null)
    })
    expect(errors).toEqual([])
  })
})

describe('a failed revocation', () => {
  // proves OUT-6
  it('is logged once, without the tokens, and the second token is still revoked', async () => {
    const { idp, log, errors } = await revoke({}, (faulty) => {
      faulty.onRevocation = ({ token }) =>
        Response.json({ error: 'invalid_client', error_description: `not for ${token}` }, { status: 401 })
    })
    expect(idp.revocations).toHaveLength(2)
    expect(errors).toEqual(['ProviderSignOutError'])
    const [entry] = log.filter((line) => (line as { level: string }).level === 'error') as { entry: Error }[]
    expect(entry?.entry.message).toBe(
      'The tokens could not be revoked at the provider "idp": it responded ' +
        '"invalid_client: not for [redacted]". Check the client ID and the client secret.',
    )
    expect(JSON.stringify(log)).not.toMatch(/the (?:access|refresh) token|app secret/)
  })

  // proves OUT-6
  it.each<[string, () => Response | Promise<Response>, RegExp]>([
    ['status 503', () => new Response('down', { status: 503 }), /with status 503/],
    ['a redirect', () => Response.redirect('https://other.test/x?token=1', 302), /status 302/],
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), /could not be reached/],
    ['a page', () => new Response('<html>the refresh token', { status: 400 }), /with status 400/],
    ['no response in time', () => new Promise<never>(() => {}), /within 0.1 seconds|longer than 0.1 seconds/],
  ])('never rejects: %s', async (_, respond, message) => {
    const { log, errors, duration } = await revoke(
      {},
      (idp) => {
        idp.onRevocation = respond
      },
      { timeouts: { oauth: 0.1 } },
    )
    expect(errors).toEqual(['ProviderSignOutError'])
    const messages = log.map((line) => (line as { entry: Error }).entry.message ?? '')
    expect(messages.join('\n')).toMatch(message)
    expect(JSON.stringify([log, messages])).not.toMatch(/the (?:access|refresh) token/)
    expect(duration).toBeLessThan(2000)
  })

  // proves OUT-6
  it('can be a failed discovery', async () => {
    const { errors } = await revoke({}, (idp) => {
      idp.faults.respond = () => new Response(null, { status: 500 })
    })
    expect(errors).toEqual(['ProviderSignOutError'])
  })

  it('never reaches a private host that only discovery names', async () => {
    const { idp, log, errors } = await revoke({}, (faulty) => {
      faulty.faults.discovery = { ...faulty.faults.discovery, revocation_endpoint: 'https://10.0.0.1/revoke' }
    })
    expect(idp.revocations).toEqual([])
    expect(errors).toEqual(['ProviderSignOutError'])
    expect(log.map((line) => String((line as { entry: unknown }).entry)).join()).toMatch(/was not called/)
  })
})
