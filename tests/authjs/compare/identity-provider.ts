import type { Idp } from '@latchkey/test-support/kit/idp.ts'
import type { Library } from './libraries.ts'
import type { Visitor } from './visitor.ts'

/** Returns an OpenID Connect provider in the words of Auth.js, which signs in at `idp`. */
export function oidc({ customFetch }: Library, idp: Idp, options: object = {}): unknown {
  return {
    id: 'idp',
    name: 'The provider',
    type: 'oidc',
    issuer: idp.issuer,
    clientId: idp.clientId,
    clientSecret: idp.clientSecret,
    [customFetch]: idp.fetch,
    ...options,
  }
}

/** Returns an OAuth provider without OpenID Connect, with its endpoints. */
export function oauth(library: Library, idp: Idp, options: object = {}): unknown {
  idp.faults.token = { ...idp.faults.token, id_token: undefined }
  return {
    ...(oidc(library, idp) as object),
    type: 'oauth',
    authorization: { url: `${idp.issuer}/authorize`, params: { scope: 'read' } },
    token: `${idp.issuer}/token`,
    userinfo: `${idp.issuer}/userinfo`,
    ...options,
  }
}

/** Signs in at a provider, and records both steps. @returns the response to the callback */
export async function signInAt(
  app: Visitor,
  idp: Idp,
  { step = '', claims, fields = { callbackUrl: '/after' }, provider = 'idp' }: SignIn = {},
): Promise<Response> {
  const started = await app.post(`${step}starts the sign-in`, `/signin/${provider}`, fields)
  const callback = idp.agree(started.headers.get('location') ?? '', claims)
  return app.get(`${step}returns from the provider`, callback.href)
}

interface SignIn {
  /** A prefix for the names of the steps. */
  readonly step?: string
  readonly claims?: Record<string, unknown>
  readonly fields?: Record<string, string>
  readonly provider?: string
}

export { createIdp, type Idp } from '@latchkey/test-support/kit/idp.ts'
