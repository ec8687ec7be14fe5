import { type Case, NOW } from './case.ts'

const ANOTHER_STATE = 'x'.repeat(43)
const INVALID_CHECK = { page: '/auth/error', error: 'Configuration', logged: 'InvalidCheck' }

/** Cases that the standards require and the suite has no module for. */
export const ADDITIONAL: readonly Case[] = [
  {
    title: 'rejects an ID token that has expired',
    provider: { claims: { exp: 1 } },
    rejected: { because: 'has expired (`exp`)' },
  },
  {
    title: 'rejects an ID token without an expiry',
    provider: { claims: { exp: undefined } },
    rejected: { because: 'JWT "exp" (expiration time) claim missing' },
  },
  {
    title: 'rejects an ID token that is not valid yet',
    provider: { claims: { nbf: 4102444800 } },
    rejected: { because: 'is not valid yet (`nbf`)' },
  },
  {
    title: 'rejects an ID token without an issuer',
    provider: { claims: { iss: undefined } },
    rejected: { because: 'JWT "iss" (issuer) claim missing' },
  },
  {
    title: 'rejects an ID token without a nonce',
    provider: { claims: { nonce: undefined } },
    rejected: { because: 'JWT "nonce" (nonce) claim missing' },
  },
  {
    title: 'rejects an ID token for two clients that does not name the authorized one',
    provider: { claims: { aud: ['app', 'another client'] } },
    control: { claims: { aud: ['app', 'another client'], azp: 'app' } },
    rejected: { because: 'includes additional untrusted audiences' },
  },
  {
    title: 'rejects an ID token for two clients of which the other is authorized',
    provider: { claims: { aud: ['app', 'another client'], azp: 'another client' } },
    control: { claims: { aud: ['app', 'another client'], azp: 'app' } },
    rejected: { because: 'unexpected ID Token "azp" (authorized party) claim value' },
  },
  {
    title: 'rejects an ID token that is signed with the client secret instead of a key',
    provider: { signsWith: 'HS256' },
    rejected: { because: 'unexpected JWT "alg" header parameter' },
  },
  {
    title: 'rejects an ID token that uses the public key as a secret',
    provider: { signsWith: 'HS256', secret: 'the public key' },
    rejected: { because: 'unexpected JWT "alg" header parameter' },
  },
  {
    title: 'rejects an ID token without a signature from a provider that announces RS256',
    provider: { signsWith: 'none' },
    rejected: { because: 'unexpected JWT "alg" header parameter' },
  },
  {
    title: 'rejects another algorithm than the one that the client is configured for',
    options: { client: { id_token_signed_response_alg: 'ES256' } },
    control: { alg: 'ES256' },
    rejected: { because: 'unexpected JWT "alg" header parameter' },
  },
  {
    title: 'rejects an ID token that is signed with an RSA key of 1024 bits',
    provider: { keySize: 'too small' },
    rejected: { because: 'modulusLength' },
  },
  {
    title: 'accepts an ID token from a clock that is 20 seconds slow',
    provider: { claims: { iat: NOW - 120, exp: NOW - 20 } },
  },
  {
    title: 'accepts an ID token from a clock that is 20 seconds fast',
    provider: { claims: { iat: NOW + 20, nbf: NOW + 20 } },
  },
  {
    title: 'rejects an ID token that names an unknown key',
    provider: { kid: 'unknown' },
    rejected: { because: 'no applicable keys found' },
  },
  {
    title: 'rejects an ID token while the keys cannot be fetched',
    provider: { jwks: () => new Response('no', { status: 503 }) },
    rejected: {
      because: 'GET https://id.test/jwks with status 503',
      error: 'ServiceUnavailable',
      logged: 'ServiceUnavailable',
    },
  },
  {
    title: 'rejects an ID token if the keys are no key set',
    provider: { jwks: () => Response.json({ keys: 'none' }) },
    rejected: { because: '"keys" property must be an array' },
  },
  {
    title: 'rejects a token response without an ID token',
    provider: { token: { id_token: undefined } },
    rejected: { because: '"response" body "id_token" property' },
  },
  {
    title: 'rejects a token response without an access token',
    provider: { token: { access_token: undefined } },
    rejected: { because: '"response" body "access_token" property' },
  },
  {
    title: 'rejects userinfo without a subject',
    options: { idToken: false },
    provider: { userinfo: { name: 'Ann' } },
    rejected: { because: '"response" body "sub" property' },
  },
  {
    title: 'rejects metadata without an issuer',
    provider: { discovery: { issuer: undefined } },
    rejected: { because: '"response" body "issuer" property' },
  },
  {
    title: 'rejects metadata without an authorization endpoint',
    provider: { discovery: { authorization_endpoint: undefined } },
    rejected: { because: 'has no authorization endpoint', logged: 'InvalidEndpoints' },
  },
  {
    title: 'rejects a sign-in if the metadata has no token endpoint',
    provider: { discovery: { token_endpoint: undefined } },
    rejected: { because: 'token_endpoint' },
  },
  {
    title: 'rejects a sign-in if the metadata has no keys address',
    provider: { discovery: { jwks_uri: undefined } },
    rejected: { because: 'jwks_uri' },
  },
  {
    title: 'rejects an authorization response without state',
    provider: { redirect: (response) => response.delete('state') },
    rejected: { ...INVALID_CHECK, because: 'has no `state`' },
  },
  {
    title: 'rejects an authorization response with another state',
    provider: { redirect: (response) => response.set('state', ANOTHER_STATE) },
    rejected: { ...INVALID_CHECK, because: 'belongs to no sign-in in this browser' },
  },
  {
    title: 'rejects an authorization response with two states',
    provider: { redirect: (response) => response.append('state', ANOTHER_STATE) },
    rejected: { ...INVALID_CHECK, because: 'has the parameter `state` more than once' },
  },
  {
    title: 'rejects an authorization response of another issuer',
    provider: { redirect: (response) => response.set('iss', 'https://evil.test') },
    rejected: { ...INVALID_CHECK, because: 'its parameter `iss` is "https://evil.test"' },
  },
  {
    title: 'rejects an authorization response without the issuer that the metadata announces',
    provider: { redirect: (response) => response.delete('iss') },
    rejected: { ...INVALID_CHECK, because: 'it has no parameter `iss`' },
  },
  {
    title: 'rejects an authorization response without a code',
    provider: { redirect: (response) => response.delete('code') },
    rejected: { ...INVALID_CHECK, because: 'has no `code`' },
  },
  {
    title: 'rejects an authorization response with another code',
    provider: { redirect: (response) => response.set('code', 'another code') },
    rejected: { because: 'invalid_grant' },
  },
  {
    title: 'rejects a signed authorization response (JARM)',
    provider: { redirect: (response) => response.set('response', 'e30.e30.') },
    rejected: { ...INVALID_CHECK, because: 'it is signed (JARM)' },
  },
  {
    title: 'authenticates with client_secret_post, if configured',
    provider: { clientAuthentication: 'client_secret_post' },
  },
  {
    title: 'authenticates with client_secret_jwt, if configured',
    provider: { clientAuthentication: 'client_secret_jwt' },
  },
  {
    title: 'authenticates with private_key_jwt, and names only the issuer as its audience',
    provider: { clientAuthentication: 'private_key_jwt' },
  },
]
