import { createIdp, type Faults, type Idp } from './idp.ts'

/** A request to revoke a token. */
export interface Revocation {
  readonly token: string
  readonly type: string | null
  readonly authorization: string | null
  /** All fields of the form. */
  readonly form: URLSearchParams
}

/** A provider that also ends sessions and revokes tokens. */
export interface LogoutIdp extends Idp {
  /** The requests to revoke a token, in their order. */
  readonly revocations: Revocation[]
  /** Returns the response to a request to revoke a token. Default: status 200. */
  onRevocation: (revocation: Revocation) => Response | Promise<Response>
  /**
   * Ends the session of a browser, as its user confirms.
   *
   * @returns the URL to which the provider sends the browser
   */
  endSession(url: string): URL
}

/** Creates an OpenID provider in this process that ends sessions and revokes tokens. */
export function createLogoutIdp(faults: Faults = {}): LogoutIdp {
  const issuer = 'https://id.test'
  const idp = createIdp(issuer, {
    ...faults,
    discovery: {
      end_session_endpoint: `${issuer}/logout`,
      revocation_endpoint: `${issuer}/revoke`,
      ...faults.discovery,
    },
  })
  const logoutIdp: LogoutIdp = {
    ...idp,
    revocations: [],
    onRevocation: () => new Response(null, { status: 200 }),
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (new URL(request.url).pathname !== '/revoke') return idp.fetch(request)
      const form = new URLSearchParams(await request.text())
      const revocation: Revocation = {
        token: form.get('token') ?? '',
        type: form.get('token_type_hint'),
        authorization: request.headers.get('authorization'),
        form,
      }
      logoutIdp.revocations.push(revocation)
      return logoutIdp.onRevocation(revocation)
    },
    endSession: (text) => {
      const url = new URL(text)
      if (url.origin + url.pathname !== `${issuer}/logout`) throw new Error(`Not the logout: ${url.pathname}`)
      const target = new URL(url.searchParams.get('post_logout_redirect_uri') ?? '')
      const state = url.searchParams.get('state')
      if (state !== null) target.searchParams.set('state', state)
      return target
    },
  }
  return logoutIdp
}
