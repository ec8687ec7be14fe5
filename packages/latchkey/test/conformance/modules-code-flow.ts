import type { Module } from './module.ts'

/** Modules for the code flow that only the complete plan has. */
export const CODE_FLOW: readonly Module[] = [
  {
    module: 'oidcc-client-test-missing-aud',
    plans: ['complete'],
    provider: 'Omits `aud` from the ID token.',
    must: 'Rejects the ID token.',
    cases: [
      {
        title: 'rejects an ID token without an audience',
        provider: { claims: { aud: undefined } },
        rejected: { because: 'JWT "aud" (audience) claim missing' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-invalid-sig-hs256',
    plans: ['complete'],
    provider: 'Signs the ID token with HS256 and another secret.',
    must: 'Rejects the ID token.',
    cases: [
      {
        title: 'rejects an invalid HS256 signature',
        options: { client: { id_token_signed_response_alg: 'HS256' } },
        provider: { alg: 'HS256', secret: 'another secret' },
        control: { alg: 'HS256' },
        rejected: { because: 'check the client secret: `clientSecret` or AUTH_IDP_SECRET' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-invalid-sig-es256',
    plans: ['complete'],
    provider: 'Signs the ID token with ES256 and a key that is not the published one.',
    must: 'Rejects the ID token.',
    cases: [
      {
        title: 'rejects an invalid ES256 signature',
        provider: { alg: 'ES256', signature: 'wrong' },
        control: { alg: 'ES256' },
        rejected: { because: 'JWT signature verification failed' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-ignores-unparseable-key-in-jwks',
    plans: ['complete'],
    provider: 'Publishes keys of unknown types beside its signing key.',
    must: 'Ignores the keys that it cannot use.',
    cases: [
      { title: 'ignores keys of unknown types', provider: { otherKeys: 'unusable' } },
      {
        title: 'ignores keys of unknown types if no key has a name',
        provider: { otherKeys: 'unusable', publishesKids: false, kid: 'absent' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-userinfo-bearer-header',
    plans: ['complete'],
    provider: "Accepts the access token in the userinfo request's `Authorization` header.",
    must: 'Sends it there.',
    cases: [
      {
        title: 'sends the access token to userinfo in the Authorization header only',
        options: { idToken: false },
        observe: ({ idp }) => idp.userinfoRequests,
        observed: [
          {
            method: 'GET',
            url: 'https://id.test/userinfo',
            authorization: 'Bearer access token of ann',
          },
        ],
      },
    ],
  },
  {
    module: 'oidcc-client-test-userinfo-bearer-body',
    plans: ['complete'],
    provider: "Accepts the access token only in the userinfo request's body.",
    must: 'Sends it there. An alternative to the header: the certified plans require one of the two.',
    notApplicable: 'Latchkey sends it in the header, which each provider must accept.',
  },
  {
    module: 'oidcc-client-test-form-post-error',
    plans: ['complete'],
    provider: 'Posts the error `login_required` for `prompt=none` and `max_age=0`.',
    must: 'Shows an error, and does not sign in.',
    cases: [
      {
        title: 'shows an error that the provider posts on the sign-in page',
        mode: 'form_post',
        options: { authorization: { params: { prompt: 'none', max_age: 0 } } },
        provider: {
          redirect: (response) => {
            response.delete('code')
            response.set('error', 'login_required')
          },
        },
        rejected: {
          because: 'The provider "idp" responded: "login_required"',
          page: '/auth/signin',
          error: 'OAuthCallbackError',
          logged: 'OAuthCallbackError',
        },
        observe: ({ authorization: { response_mode, prompt, max_age } }) => ({
          ...{ response_mode, prompt, max_age },
        }),
        observed: { response_mode: 'form_post', prompt: 'none', max_age: '0' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-aggregated-claims',
    plans: ['complete'],
    provider: "Returns a third party's claims as signed JWTs in the userinfo response.",
    must: 'Verifies these JWTs, and uses their claims.',
    notBuilt:
      'Latchkey does not read `_claim_names` and `_claim_sources`. `profile` receives them as they are.',
    cases: [
      {
        title: 'signs in, and takes no claim from a source that it cannot verify',
        options: { idToken: false },
        provider: {
          userinfo: {
            sub: 'ann',
            name: 'Ann',
            _claim_names: { email: 'source' },
            _claim_sources: { source: { JWT: `e30.${btoa('{"email":"eve@example.com"}')}.` } },
          },
        },
        observe: ({ session }) => session?.user,
        observed: { name: 'Ann' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-distributed-claims',
    plans: ['complete'],
    provider: "Names a third party's endpoint for more claims in the userinfo response.",
    must: 'Fetches these claims with the access token for that endpoint.',
    notBuilt: 'Latchkey calls no URL that a userinfo response contains.',
    cases: [
      {
        title: 'signs in, and does not call the endpoint that a userinfo response names',
        options: { idToken: false },
        provider: {
          userinfo: {
            sub: 'ann',
            _claim_names: { credit_score: 'source' },
            _claim_sources: { source: { endpoint: 'https://id.test/claims', access_token: 'x' } },
          },
        },
        observe: ({ idp }) => idp.requests.includes('/claims'),
        observed: false,
      },
    ],
  },
  {
    module: 'oidcc-client-test-mtls-endpoint-aliases',
    plans: ['complete'],
    provider: 'Announces other endpoints for clients that authenticate with a certificate.',
    must: 'Uses these endpoints.',
    notBuilt: 'Latchkey does not authenticate with a client certificate (mTLS).',
  },
]

/** Modules for tokens in the authorization response, which Latchkey never asks for. */
export const FRONT_CHANNEL: readonly Module[] = [
  {
    module: 'oidcc-client-test-nonce-unless-code-flow',
    plans: ['implicit', 'hybrid', 'complete'],
    provider: 'Requires `nonce` in the authorization request, in the implicit and the hybrid flow.',
    must: 'Sends `nonce`.',
    notApplicable: 'Latchkey uses the code flow only. It sends `nonce` there too.',
    cases: [
      {
        title: 'sends a random nonce in the code flow',
        observe: ({ authorization }) => /^[\w-]{43}$/.test(authorization.nonce ?? ''),
        observed: true,
      },
    ],
  },
  {
    module: 'oidcc-client-test-missing-chash',
    plans: ['hybrid', 'complete'],
    provider: "Omits `c_hash` from the authorization response's ID token.",
    must: 'Rejects the ID token.',
    notApplicable: 'Latchkey rejects an authorization response with an ID token.',
  },
  {
    module: 'oidcc-client-test-invalid-chash',
    plans: ['hybrid', 'complete'],
    provider: "Sends a wrong `c_hash` in the authorization response's ID token.",
    must: 'Rejects the ID token.',
    notApplicable: 'Latchkey rejects an authorization response with an ID token.',
    cases: [
      {
        title: 'rejects an authorization response with an ID token',
        provider: { redirect: (response) => response.set('id_token', 'e30.e30.') },
        rejected: { because: 'implicit and hybrid flows are not supported' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-missing-athash',
    plans: ['implicit', 'hybrid', 'complete'],
    provider: "Omits `at_hash` from the authorization response's ID token.",
    must: 'Rejects the ID token.',
    notApplicable: 'In the code flow, which is the only one that Latchkey uses, `at_hash` is optional.',
    cases: [{ title: 'accepts an ID token without at_hash in the code flow' }],
  },
  {
    module: 'oidcc-client-test-invalid-athash',
    plans: ['implicit', 'hybrid', 'complete'],
    provider: 'Sends an `at_hash` of another access token.',
    must: 'Rejects the ID token.',
    notApplicable:
      'The suite runs it in the implicit and the hybrid flow only. ' +
      'Latchkey compares `at_hash` in the code flow too.',
    cases: [
      {
        title: 'rejects an ID token with the at_hash of another access token',
        provider: { atHash: 'wrong' },
        control: { atHash: 'right' },
        rejected: { because: 'at_hash' },
      },
    ],
  },
]
