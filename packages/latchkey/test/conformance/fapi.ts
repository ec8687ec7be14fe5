/** A test in another folder, as `file` below packages/latchkey and its title. */
export interface TestReference {
  readonly file: string
  readonly title: string
}

/**
 * A rule of FAPI 2.0 for clients, as far as it applies to a web application with its own provider.
 */
export interface Rule {
  /** Section of the FAPI 2.0 Security Profile, or `Message Signing`. */
  readonly section: string
  readonly rule: string
  /** `application`: the code of the application does it. */
  readonly state: 'yes' | 'option' | 'application' | 'no'
  readonly how: string
  readonly tests?: readonly (string | TestReference)[]
}

const REDIRECT = 'test/flows/oauth/oauth-redirect.test.ts'
const REJECTED = 'test/flows/oauth/oauth-callback-rejected.test.ts'
const ENDPOINTS = 'test/flows/oauth/oauth-provider-endpoints.test.ts'

/** A string in `tests` is the title of a case in this folder. */
export const FAPI: readonly Rule[] = [
  {
    section: '5.2',
    rule: 'Use TLS for every connection.',
    state: 'yes',
    how: 'Endpoints need `https:`. The runtime decides on the version of TLS, and verifies certificates.',
    tests: [{ file: ENDPOINTS, title: 'rejects endpoints without TLS in metadata from an https issuer' }],
  },
  {
    section: '5.3.3.1',
    rule: 'Use access tokens that are bound to the client, with DPoP or mTLS.',
    state: 'no',
    how: 'Access tokens are bearer tokens.',
  },
  {
    section: '5.3.3.1',
    rule: 'Authenticate with `private_key_jwt` or mTLS.',
    state: 'option',
    how: 'Set `client.token_endpoint_auth_method` to `private_key_jwt`, and `clientPrivateKey`. No mTLS.',
    tests: ['authenticates with private_key_jwt, and names only the issuer as its audience'],
  },
  {
    section: '5.3.3.1',
    rule: 'With `private_key_jwt`, use the issuer as the audience, as a string.',
    state: 'yes',
    how: 'Always.',
    tests: ['authenticates with private_key_jwt, and names only the issuer as its audience'],
  },
  {
    section: '5.3.3.1',
    rule: 'Send access tokens in the request header.',
    state: 'yes',
    how: 'Always.',
    tests: ['sends the access token to userinfo in the Authorization header only'],
  },
  {
    section: '5.3.3.1',
    rule: 'Have no open redirects.',
    state: 'yes',
    how: "The callback URL is on the application's origin, unless the `redirect` callback changes that.",
    tests: [
      {
        file: 'test/properties/callback-urls.test.ts',
        title: 'a callback URL is always on the origin of the application',
      },
    ],
  },
  {
    section: '5.3.3.1',
    rule: 'Support refresh tokens and their rotation.',
    state: 'application',
    how: "[Call a provider's API](../guides/provider-api.md) shows how. `refreshOnce` uses each refresh token once.",
    tests: [{ file: 'src/entry/refresh.test.ts', title: 'is used once by concurrent requests' }],
  },
  {
    section: '5.3.3.1',
    rule: 'With mTLS, use the endpoints for it that the metadata names.',
    state: 'no',
    how: 'Needs mTLS.',
  },
  {
    section: '5.3.3.1',
    rule: 'With DPoP, use the nonce that the server provides.',
    state: 'no',
    how: 'Needs DPoP.',
  },
  {
    section: '5.3.3.1',
    rule: 'Take the endpoints from the metadata only.',
    state: 'yes',
    how: 'With OpenID Connect, as long as you set no endpoint yourself.',
    tests: ['uses the metadata endpoints', 'fetches the keys at the address in the metadata'],
  },
  {
    section: '5.3.3.1',
    rule: 'Take the issuer from a source that an attacker cannot change.',
    state: 'yes',
    how: 'The configuration contains it. No request can change it.',
    tests: [{ file: REJECTED, title: 'rejects a response at the callback of another provider' }],
  },
  {
    section: '5.3.3.1',
    rule: 'Compare the issuer with the one in the metadata.',
    state: 'yes',
    how: 'Always.',
    tests: ['rejects metadata of another issuer', 'rejects metadata without an issuer'],
  },
  {
    section: '5.3.3.1',
    rule: "Protect a sign-in's start against CSRF.",
    state: 'yes',
    how: "A sign-in starts with the application's form, never with a link.",
    tests: [
      {
        file: REDIRECT,
        title: 'rejects a cross-site form also with a valid CSRF token or with `skipCSRFCheck`',
      },
    ],
  },
  {
    section: '5.3.3.1',
    rule: 'Request only the scopes that are needed.',
    state: 'option',
    how: 'Default: `openid profile email`. Set `authorization.params.scope` to less.',
    tests: ['requests claims with scopes, and reads them from userinfo'],
  },
  {
    section: '5.3.3.2',
    rule: 'Use the authorization code flow.',
    state: 'yes',
    how: 'There is no other one.',
    tests: [
      'signs in with a code, an ID token and a cookie session',
      'rejects an authorization response with an ID token',
    ],
  },
  {
    section: '5.3.3.2',
    rule: 'Use one complete redirect URI: in both requests, and as registered.',
    state: 'yes',
    how: "The provider's callback URL, without parameters. No request can change it.",
    tests: [
      {
        file: REDIRECT,
        title: 'forwards query parameters to the provider, except those that the flow sets itself',
      },
    ],
  },
  {
    section: '5.3.3.2',
    rule: 'Take no response from a URL fragment.',
    state: 'yes',
    how: 'A response comes in the query or, with `form_post`, in a form.',
    tests: [
      'signs in with a code, an ID token and a cookie session',
      'rejects an authorization response with an ID token',
    ],
  },
  {
    section: '5.3.3.2',
    rule: 'Send the authorization request to the provider first (PAR).',
    state: 'no',
    how: 'The parameters are in the URL that the browser opens.',
  },
  {
    section: '5.3.3.2',
    rule: 'Send only `client_id` and `request_uri` through the browser.',
    state: 'no',
    how: 'Needs PAR.',
  },
  {
    section: '5.3.3.2',
    rule: 'Use PKCE with S256.',
    state: 'yes',
    how: 'Always, unless a provider `omits` it.',
    tests: [{ file: REDIRECT, title: 'carries state, nonce and an S256 challenge' }],
  },
  {
    section: '5.3.3.2',
    rule: 'Create the PKCE challenge for each request, and bind it to the browser.',
    state: 'yes',
    how: 'An encrypted `__Host-` cookie stores it.',
    tests: [
      { file: REDIRECT, title: 'uses a new state, nonce and challenge for each sign-in' },
      { file: REJECTED, title: 'rejects a response to a sign-in that was started in another browser' },
    ],
  },
  {
    section: '5.3.3.2',
    rule: 'Check `iss` in the authorization response (RFC 9207).',
    state: 'yes',
    how: 'Always if it is there. Required if the metadata announces it.',
    tests: [
      'rejects an authorization response of another issuer',
      'rejects an authorization response without the issuer that the metadata announces',
    ],
  },
  {
    section: '5.3.3.2',
    rule: 'Use a `nonce` of at most 64 characters.',
    state: 'yes',
    how: '43 characters.',
    tests: ['sends a random nonce in the code flow'],
  },
  {
    section: '5.4',
    rule: 'Accept only PS256, ES256 and EdDSA.',
    state: 'option',
    how:
      'Set `client.id_token_signed_response_alg` to one of them. ' +
      'Default: what the metadata announces; if it announces nothing, RS256.',
    tests: ['rejects another algorithm than the one that the client is configured for'],
  },
  {
    section: '5.4',
    rule: 'Accept no RSA key with less than 2048 bits.',
    state: 'yes',
    how: 'Always.',
    tests: ['rejects an ID token that is signed with an RSA key of 1024 bits'],
  },
  {
    section: 'Clock skew',
    rule: 'Tolerate clocks that differ by some seconds.',
    state: 'yes',
    how: '30 seconds.',
    tests: [
      'accepts an ID token from a clock that is 20 seconds slow',
      'accepts an ID token from a clock that is 20 seconds fast',
    ],
  },
  {
    section: 'Message Signing',
    rule: 'Sign authorization requests (JAR).',
    state: 'no',
    how: 'Latchkey creates no request objects.',
  },
  {
    section: 'Message Signing',
    rule: 'Read signed authorization responses (JARM).',
    state: 'no',
    how: 'Such a response is rejected.',
    tests: ['rejects a signed authorization response (JARM)'],
  },
]
