import type { Module } from './module.ts'

/** The modules of the plans "configuration" and "dynamic". */
export const CONFIGURATION: readonly Module[] = [
  {
    module: 'oidcc-client-test-discovery-openid-config',
    plans: ['config', 'dynamic'],
    provider: 'Publishes its metadata.',
    must: 'Fetches and uses the metadata.',
    cases: [
      {
        title: 'uses the metadata endpoints',
        options: { idToken: false },
        observe: ({ idp }) => idp.requests,
        observed: ['/.well-known/openid-configuration', '/token', '/jwks', '/userinfo'],
      },
    ],
  },
  {
    module: 'oidcc-client-test-discovery-jwks-uri-keys',
    plans: ['config', 'dynamic'],
    provider: 'Publishes its keys at an address that changes with each run.',
    must: "Fetches the keys at the metadata's `jwks_uri`.",
    cases: [
      {
        title: 'fetches the keys at the address in the metadata',
        provider: { discovery: { jwks_uri: 'https://id.test/keys/Xq7wPz' } },
        observe: ({ idp }) => idp.requests,
        observed: ['/.well-known/openid-configuration', '/token', '/keys/Xq7wPz'],
      },
    ],
  },
  {
    module: 'oidcc-client-test-discovery-issuer-mismatch',
    plans: ['config', 'dynamic'],
    provider: 'Names another issuer in its metadata.',
    must: 'Stops before the authorization request.',
    cases: [
      {
        title: 'rejects metadata of another issuer',
        provider: { discovery: { issuer: 'https://evil.test' } },
        rejected: { because: '"issuer" property does not match the expected value' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-signing-key-rotation-just-before-signing',
    plans: ['config', 'dynamic'],
    provider: 'Replaces its signing key after the authorization request.',
    must: 'Verifies the ID token with the new key.',
    cases: [
      {
        title: 'verifies the first ID token with a key that replaced another during the sign-in',
        provider: { rotates: 'before the first ID token' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-signing-key-rotation',
    plans: ['config', 'dynamic'],
    provider: 'Replaces its signing key between two sign-ins.',
    must: 'Fetches the keys again, and verifies the second ID token with the new key.',
    cases: [
      {
        title: 'fetches the keys again if an ID token names a key that was not known',
        provider: { rotates: 'before the second ID token' },
        secondSignInAfter: 0,
        observe: ({ idp }) => idp.requests,
        observed: ['/.well-known/openid-configuration', '/token', '/jwks', '/token', '/jwks'],
      },
    ],
  },
  {
    module: 'oidcc-client-test-userinfo-signed',
    plans: ['dynamic'],
    provider: 'Returns userinfo as a JWT that is signed with RS256.',
    must: 'Verifies the signature, and reads the claims.',
    cases: [
      {
        title: 'reads userinfo from a signed JWT',
        options: { idToken: false, client: { userinfo_signed_response_alg: 'RS256' } },
        provider: { userinfoJwt: 'signed' },
        observe: ({ session }) => session?.user,
        observed: { name: 'Ann', email: 'ann@example.com' },
      },
      {
        title: 'rejects a userinfo JWT that is signed with another key',
        options: { idToken: false, client: { userinfo_signed_response_alg: 'RS256' } },
        provider: { userinfoJwt: 'signed with another key' },
        control: { userinfoJwt: 'signed' },
        rejected: { because: 'JWT signature verification failed' },
      },
      {
        title: 'rejects userinfo without a signature if a signature is required',
        options: { idToken: false, client: { userinfo_signed_response_alg: 'RS256' } },
        control: { userinfoJwt: 'signed' },
        rejected: { because: 'JWT UserInfo Response expected' },
      },
    ],
  },
  {
    module: 'oidcc-client-test-discovery-webfinger-acct',
    plans: ['dynamic'],
    provider: 'Reports the issuer for an identifier like `acct:ann@example.com` by WebFinger.',
    must: 'Finds the issuer by WebFinger.',
    notApplicable: 'The application configures its providers. Users do not enter identifiers.',
  },
  {
    module: 'oidcc-client-test-discovery-webfinger-url',
    plans: ['dynamic'],
    provider: 'Reports the issuer for an identifier that is a URL by WebFinger.',
    must: 'Finds the issuer by WebFinger.',
    notApplicable: 'The application configures its providers. Users do not enter identifiers.',
  },
  {
    module: 'oidcc-client-test-dynamic-registration',
    plans: ['dynamic'],
    provider: 'Registers clients at its registration endpoint.',
    must: 'Registers itself.',
    notApplicable: 'Client ID and client secret belong to the configuration.',
  },
  {
    module: 'oidcc-client-test-request-uri-signed-rs256',
    plans: ['dynamic'],
    provider: 'Fetches a request object that is signed with RS256 from the client.',
    must: 'Publishes a request object, and sends `request_uri`.',
    notApplicable: 'The suite requires dynamic registration. Latchkey creates no request objects.',
  },
  {
    module: 'oidcc-client-test-request-uri-signed-none',
    plans: ['dynamic'],
    provider: 'Fetches a request object without a signature from the client.',
    must: 'Publishes a request object, and sends `request_uri`.',
    notApplicable: 'The suite requires dynamic registration. Latchkey creates no request objects.',
  },
]
