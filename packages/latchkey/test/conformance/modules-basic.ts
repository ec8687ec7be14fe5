import type { Module, Plan } from './module.ts'

const ALL_FLOWS = ['basic', 'formPost', 'implicit', 'hybrid', 'complete'] as const satisfies readonly Plan[]
const CODE_FLOWS = ['basic', 'formPost', 'hybrid', 'complete'] as const satisfies readonly Plan[]

/**
 * The modules of the plan "basic", which the plan "form post, basic" repeats with its response
 * mode.
 */
export const BASIC: readonly Module[] = [
  {
    module: 'oidcc-client-test',
    plans: ALL_FLOWS,
    provider: 'Does everything right.',
    must: 'Completes the sign-in.',
    cases: [
      {
        title: 'signs in with a code, an ID token and a cookie session',
        observe: ({ authorization: { response_type, client_id, redirect_uri, scope } }) => ({
          ...{ response_type, client_id, redirect_uri, scope },
        }),
        observed: {
          response_type: 'code',
          client_id: 'app',
          redirect_uri: 'https://app.test/auth/callback/idp',
          scope: 'openid profile email',
        },
      },
      { title: 'signs in with a code, an ID token and a database session', session: 'database' },
    ],
  },
  {
    module: 'oidcc-client-test-invalid-iss',
    plans: ALL_FLOWS,
    provider: 'Names another issuer in the ID token.',
    must: 'Rejects the ID token.',
    cases: [
      {
        title: 'rejects an ID token of another issuer',
        provider: { claims: { iss: 'https://evil.test' } },
        rejected: { because: 'unexpected JWT "iss" (issuer) claim value' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-missing-sub',
    plans: ALL_FLOWS,
    provider: 'Omits `sub` from the ID token.',
    must: 'Rejects the ID token.',
    cases: [
      {
        title: 'rejects an ID token without a subject',
        provider: { claims: { sub: undefined } },
        rejected: { because: 'JWT "sub" (subject) claim missing' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-invalid-aud',
    plans: ALL_FLOWS,
    provider: 'Issues the ID token for another client.',
    must: 'Rejects the ID token.',
    cases: [
      {
        title: 'rejects an ID token for another client',
        provider: { claims: { aud: 'another client' } },
        rejected: { because: 'unexpected JWT "aud" (audience) claim value' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-missing-iat',
    plans: ALL_FLOWS,
    provider: 'Omits `iat` from the ID token.',
    must: 'Rejects the ID token.',
    cases: [
      {
        title: 'rejects an ID token without the time of issue',
        provider: { claims: { iat: undefined } },
        rejected: { because: 'JWT "iat" (issued at) claim missing' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-kid-absent-single-jwks',
    plans: ALL_FLOWS,
    provider: 'Publishes one key without `kid`, and names none in the ID token.',
    must: 'Verifies the ID token with that key.',
    cases: [
      {
        title: 'verifies an ID token without `kid` with the only key',
        provider: { kid: 'absent', publishesKids: false },
      },
    ],
  },
  {
    module: 'oidcc-client-test-kid-absent-multiple-jwks',
    plans: ALL_FLOWS,
    provider: 'Publishes several keys without `kid`, and names none in the ID token.',
    must: 'Rejects the ID token, or tries each key. Both pass.',
    note: 'Latchkey rejects it.',
    cases: [
      {
        title: 'rejects an ID token without `kid` if several keys match',
        provider: { kid: 'absent', publishesKids: false, otherKeys: 'of the same type' },
        control: { otherKeys: 'of the same type' },
        rejected: { because: 'multiple applicable keys found' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-idtoken-sig-rs256',
    plans: ALL_FLOWS,
    provider: 'Signs the ID token with RS256, its only algorithm.',
    must: 'Accepts the ID token.',
    cases: [
      {
        title: 'accepts an ID token that is signed with RS256',
        options: { client: { id_token_signed_response_alg: 'RS256' } },
      },
    ],
  },
  {
    module: 'oidcc-client-test-idtoken-sig-none',
    plans: ['basic', 'formPost', 'config', 'dynamic', 'complete'],
    provider: 'Sends an ID token without a signature, in the code flow.',
    must: 'Accepts the ID token if it registered for `none`. Optional in the published profile.',
    notApplicable: 'Latchkey never accepts an unsigned ID token, and cannot be configured to.',
    cases: [
      {
        title: 'rejects an ID token without a signature, even if the metadata announces it',
        provider: { alg: 'none' },
        rejected: { because: 'unsupported JWS "alg" identifier' },
      },
      {
        title: 'rejects an ID token without a signature, even if the client is configured for it',
        provider: { alg: 'none' },
        options: { client: { id_token_signed_response_alg: 'none' } },
        rejected: { because: 'unsupported JWS "alg" identifier' },
        control: null,
      },
    ],
  },
  {
    module: 'oidcc-client-test-invalid-sig-rs256',
    plans: ALL_FLOWS,
    provider: 'Signs the ID token with RS256 and a key that is not the published one.',
    must: 'Rejects the ID token.',
    cases: [
      {
        title: 'rejects an invalid RS256 signature',
        provider: { signature: 'wrong' },
        rejected: { because: 'JWT signature verification failed' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-userinfo-invalid-sub',
    plans: CODE_FLOWS,
    provider: "Returns userinfo for another subject than the ID token's.",
    must: 'Rejects the userinfo response.',
    note: 'Latchkey requests userinfo with `idToken: false`.',
    cases: [
      {
        title: 'rejects userinfo of another subject',
        options: { idToken: false },
        provider: { userinfo: { sub: 'eve', name: 'Eve' } },
        rejected: { because: 'unexpected "response" body "sub" property value' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-nonce-invalid',
    plans: ALL_FLOWS,
    provider: 'Returns another nonce in the ID token.',
    must: 'Rejects the ID token.',
    cases: [
      {
        title: 'rejects an ID token with another nonce',
        provider: { claims: { nonce: 'another nonce' } },
        rejected: { because: 'unexpected ID Token "nonce" claim value' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-scope-userinfo-claims',
    plans: ALL_FLOWS,
    provider: 'Returns the claims for the requested scopes from the userinfo endpoint.',
    must: 'Requests claims with scopes: `profile`, `email`, `phone`, `address`.',
    cases: [
      {
        title: 'requests claims with scopes, and reads them from userinfo',
        options: {
          idToken: false,
          authorization: { params: { scope: 'openid profile email phone address' } },
        },
        provider: {
          userinfo: {
            ...{ sub: 'ann', name: 'Ann', email: 'ann@example.com', phone_number: '+1 555 0100' },
            address: { country: 'NZ' },
          },
        },
        observe: ({ authorization, session, profile }) => ({
          ...{ scope: authorization.scope, user: session?.user },
          ...{ phone: profile?.phone_number, address: profile?.address },
        }),
        observed: {
          scope: 'openid profile email phone address',
          user: { name: 'Ann', email: 'ann@example.com' },
          phone: '+1 555 0100',
          address: { country: 'NZ' },
        },
      },
    ],
  },
  {
    module: 'oidcc-client-test-client-secret-basic',
    plans: CODE_FLOWS,
    provider: 'Accepts only `client_secret_basic` at the token endpoint.',
    must: 'Sends its secret in the `Authorization` header.',
    cases: [
      {
        title: 'authenticates with client_secret_basic, and sends no secret in the body',
        observe: ({ idp: { tokenRequests } }) =>
          tokenRequests.map(({ authorization, body }) => ({
            authorization,
            secret: body.get('client_secret'),
          })),
        observed: [{ authorization: `Basic ${btoa('app:app+secret')}`, secret: null }],
      },
    ],
  },
]
