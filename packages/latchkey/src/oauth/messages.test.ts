import { createApp, createIdp, oidcFor } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Faults, Idp } from '@latchkey/test-support/kit/idp.ts'
import { startSignIn } from '@latchkey/test-support/kit/oauth-callback.ts'
import { CompactEncrypt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { customFetch, type OIDCConfig } from 'latchkey'
import { expect, it } from 'vitest'

const keys = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }

/** How a sign-in goes wrong. */
interface Case {
  readonly name: string
  readonly faults?: Faults
  readonly options?: Partial<OIDCConfig>
  /** Changes the response of the authorization endpoint. */
  readonly redirect?: (url: URL) => void
  /** Returns the response to a request to this path, instead of the provider's. */
  readonly responses?: Readonly<Record<string, () => Response | Promise<Response>>>
  /** What the log says after the provider's name. */
  readonly says: string
}

function token(header: Record<string, unknown>, claims: Record<string, unknown> = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: 'https://id.test', aud: 'app', sub: 'ann', iat: now, exp: now + 300, ...claims }
  return new SignJWT(all)
    .setProtectedHeader({ alg: 'HS256', ...header })
    .sign(new TextEncoder().encode('a secret of at least 32 characters'))
}

const encrypted = await new CompactEncrypt(new TextEncoder().encode('{}'))
  .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
  .encrypt(new Uint8Array(32))
const base64 = (text: string): string => Buffer.from(text).toString('base64url')
const withCrit = `${base64('{"alg":"RS256","crit":["x"],"x":1}')}.${base64('{}')}.x`
const verifyOnly = keys.publicKey

const CASES: readonly Case[] = [
  {
    name: 'an issuer that differs by a slash',
    options: { issuer: 'https://id.test/realm' },
    responses: {
      '/realm/.well-known/openid-configuration': () => Response.json({ issuer: 'https://id.test/realm/' }),
    },
    says:
      'The metadata from https://id.test/realm names the issuer "https://id.test/realm/", but ' +
      '"https://id.test/realm" is configured. If this is your provider, set `issuer` or AUTH_IDP_ISSUER to ' +
      '"https://id.test/realm/".',
  },
  {
    name: 'metadata without an issuer',
    faults: { discovery: { issuer: 7 } },
    says: 'The metadata from https://id.test has no `issuer`. Set `issuer` or AUTH_IDP_ISSUER',
  },
  {
    name: 'metadata without a token endpoint',
    faults: { discovery: { token_endpoint: undefined } },
    says: "has no valid `token_endpoint`. Check `issuer`, or set the provider's `token`.",
  },
  {
    name: 'metadata without keys',
    faults: { discovery: { jwks_uri: undefined } },
    says: 'has no valid `jwks_uri`. Without it, ID tokens cannot be verified. Check `issuer`.',
  },
  {
    name: 'metadata without a userinfo endpoint',
    faults: { discovery: { userinfo_endpoint: undefined } },
    options: { idToken: false },
    says: "has no valid `userinfo_endpoint`. Check `issuer`, or set the provider's `userinfo`.",
  },
  {
    name: 'an endpoint that is neither http nor https',
    faults: { discovery: { token_endpoint: 'ftp://id.test/token' } },
    says: 'An endpoint has the URL "ftp://id.test/token". Set it to one with https:.',
  },
  {
    name: 'keys that are no list',
    responses: { '/jwks': () => Response.json({ keys: 'none' }) },
    says:
      "The provider's `jwks_uri` returned no JSON Web Key Set. Check it in the metadata from " +
      'https://id.test.',
  },
  {
    name: 'keys that are no keys',
    responses: { '/jwks': () => Response.json({ keys: ['none'] }) },
    says: "The provider's `jwks_uri` returned no JSON Web Key Set.",
  },
  {
    name: 'a key that is not published',
    responses: { '/jwks': () => Response.json({ keys: [{ ...jwk, kid: 'other' }] }) },
    says:
      'https://id.test/jwks has no key for the ID token, whose header has `kid` "key-1" and `alg` ' +
      '"RS256".',
  },
  {
    name: 'several keys and an ID token without a key id',
    faults: { token: { id_token: `${base64('{"alg":"RS256"}')}.${(await token({})).split('.')[1]}.x` } },
    options: { omits: ['nonce'] },
    responses: { '/jwks': () => Response.json({ keys: [jwk, { ...jwk, kid: 'two' }] }) },
    says: 'https://id.test/jwks has several keys for the ID token, whose header has no `kid`.',
  },
  {
    name: 'a response of another issuer',
    redirect: (url) => url.searchParams.set('iss', 'https://other.test'),
    says: 'its parameter `iss` is "https://other.test", and "https://id.test" was expected.',
  },
  {
    name: 'a response without an issuer',
    redirect: (url) => url.searchParams.delete('iss'),
    says: "it has no parameter `iss`, although the provider's metadata announces it.",
  },
  {
    name: 'a response with a parameter twice',
    redirect: (url) => url.searchParams.append('code', 'other'),
    says: 'it has the parameter `code` more than once. Start the sign-in again.',
  },
  {
    name: 'a signed response',
    redirect: (url) => url.searchParams.set('response', 'ey.x.y'),
    says: 'it is signed (JARM), which Latchkey does not read.',
  },
  {
    name: 'a response with tokens',
    redirect: (url) => url.searchParams.set('id_token', 'ey.x.y'),
    says: 'it has tokens (implicit or hybrid flow). Configure the client for the code flow',
  },
  {
    name: 'no access token',
    faults: { token: { access_token: undefined } },
    says:
      'The token endpoint returned nothing as `access_token`. Members: refresh_token, expires_in, scope, ' +
      'id_token, token_type. Check `token`, or convert the response with `token.conform`.',
  },
  {
    name: 'a refresh token that is no text',
    faults: { token: { refresh_token: { secret: 'canary' } } },
    says: 'The token endpoint returned a value of type object as `refresh_token`.',
  },
  {
    name: 'scopes that are no text',
    faults: { token: { scope: [1] } },
    says: 'The token endpoint returned a list as `scope`.',
  },
  {
    name: 'an ID token that is no text',
    faults: { token: { id_token: 7 } },
    says: 'The token endpoint returned a value of type number as `id_token`.',
  },
  {
    name: 'a lifetime that is no number',
    faults: { token: { expires_in: 'never' } },
    says: 'The token endpoint returned `expires_in` "never", which is not a number of seconds.',
  },
  {
    name: 'a token type that is not known',
    faults: { token: { token_type: 'mac' } },
    says: 'The token endpoint returned an access token of type "mac", which Latchkey cannot use.',
  },
  {
    name: 'a token type that needs a proof',
    faults: { token: { token_type: 'DPoP' } },
    says: 'The token endpoint returned an access token of type "dpop", which Latchkey cannot use.',
  },
  {
    name: 'a token type that is no text',
    faults: { token: { token_type: 7 } },
    says: 'The token endpoint returned an access token of type 7, which Latchkey cannot use.',
  },
  {
    name: 'an encrypted ID token',
    faults: { token: { id_token: encrypted } },
    says: 'The ID token is encrypted, and Latchkey does not decrypt it. Turn off ID token encryption',
  },
  {
    name: 'an ID token that is no JWT',
    faults: { token: { id_token: 'opaque' } },
    says: 'The ID token is not a JSON Web Token.',
  },
  {
    name: 'an ID token whose header is no JSON',
    faults: { token: { id_token: 'a.b.c' } },
    says: 'The ID token is not a JSON Web Token.',
  },
  {
    name: 'an ID token with critical extensions',
    faults: { token: { id_token: withCrit } },
    says: 'The ID token has the header `crit`, which Latchkey does not support.',
  },
  {
    name: 'an ID token of another issuer',
    faults: { claims: { iss: 'https://id.test/' } },
    says:
      'The ID token has the issuer "https://id.test/", and "https://id.test" was expected. ' +
      'If this is your provider, set `issuer` or AUTH_IDP_ISSUER to it.',
  },
  {
    name: 'an ID token for another client',
    faults: { claims: { aud: 'other' } },
    says: 'The ID token is for the client "other", and `clientId` is "app". Check AUTH_IDP_ID',
  },
  {
    name: 'an ID token for several clients',
    faults: { claims: { aud: ['app', 'other'] } },
    says: 'The ID token is for the clients ["app","other"], and its `azp` is (none) instead of "app".',
  },
  {
    name: 'an ID token that another client asked for',
    faults: { claims: { aud: ['app', 'other'], azp: 'other' } },
    says: 'The ID token is for the clients ["app","other"], and its `azp` is "other" instead of "app".',
  },
  {
    name: 'an ID token without the nonce',
    faults: { claims: { nonce: undefined } },
    says:
      "The ID token's `nonce` claim is not the one that was sent. If the provider never " +
      "returns it, set `omits: ['nonce']`",
  },
  {
    name: 'an ID token with another nonce',
    faults: { claims: { nonce: 'canary' } },
    says: "The ID token's `nonce` claim is not the one that was sent.",
  },
  {
    name: 'an ID token without a claim',
    faults: { claims: { sub: undefined } },
    says: 'The ID token has no claim `sub`. Have the provider add it.',
  },
  {
    name: 'a claim of the wrong type',
    faults: { claims: { exp: 'tomorrow' } },
    says: "The ID token's `exp` claim is a value of type string, which the standard does not allow.",
  },
  {
    name: 'a time of sign-in of the wrong type',
    faults: { claims: { auth_time: 'now' } },
    says: "The ID token's `auth_time` claim is a value of type string",
  },
  {
    name: 'an ID token signed with the client secret',
    faults: { token: { id_token: await token({}) } },
    options: { omits: ['nonce'] },
    says:
      'The ID token is signed with "HS256", and ["RS256"] was expected. Have the provider sign with ' +
      'RS256, or set ' +
      '`client.id_token_signed_response_alg` to `HS256`, with which the client secret verifies it.',
  },
  {
    name: 'an ID token signed with the client secret, as the metadata announces',
    faults: {
      token: { id_token: await token({}) },
      discovery: { id_token_signing_alg_values_supported: ['RS256', 'HS256'] },
    },
    options: { omits: ['nonce'] },
    says: 'The ID token is signed with "HS256", and "RS256" was expected.',
  },
  {
    name: 'an ID token signed with another secret',
    faults: { token: { id_token: await token({}) } },
    options: { omits: ['nonce'], client: { id_token_signed_response_alg: 'HS256' } },
    says: 'with HS256, check the client secret: `clientSecret` or AUTH_IDP_SECRET.',
  },
  {
    name: 'a wrong signature',
    faults: { signature: 'wrong key' },
    says: "The ID token's signature is wrong. Check that `issuer` is the one that issues it",
  },
  {
    name: 'a key that is too short',
    responses: { '/jwks': () => Response.json({ keys: [{ ...jwk, n: base64('x'.repeat(128)) }] }) },
    says: 'A provider key, or `clientPrivateKey`, has a type or length that is not supported.',
  },
  {
    name: 'userinfo of another user',
    faults: { userinfo: { sub: 'other' } },
    options: { idToken: false },
    says: 'The userinfo endpoint returned another `sub` than the ID token. Check `userinfo`.',
  },
  {
    name: 'userinfo without a subject',
    faults: { userinfo: { id: 7 } },
    options: { idToken: false },
    says: 'The userinfo endpoint returned no `sub`. Members: id. Check `userinfo`',
  },
  {
    name: 'userinfo that is not signed',
    options: { idToken: false, client: { userinfo_signed_response_alg: 'RS256' } },
    says:
      'The userinfo endpoint returned JSON, but `client.userinfo_signed_response_alg` expects a ' +
      'signed token.',
  },
  {
    name: 'a public key instead of the private key',
    options: { client: { token_endpoint_auth_method: 'private_key_jwt' }, clientPrivateKey: verifyOnly },
    says: '`clientPrivateKey` must be a private CryptoKey that can sign.',
  },
  {
    name: 'JSON that is no object',
    responses: { '/userinfo': () => Response.json([]) },
    options: { idToken: false },
    says: 'The provider returned no JSON object, although its content type says so.',
  },
  {
    name: 'a response that is no JSON',
    responses: {
      '/userinfo': () => new Response('{canary', { headers: { 'content-type': 'application/json' } }),
    },
    options: { idToken: false },
    says: 'The provider returned no JSON object, although its content type says so.',
  },
  {
    name: 'a wrong client secret',
    faults: { tokenStatus: 400, token: { error: 'invalid_client' } },
    says: 'Check the client ID and the client secret: `AUTH_IDP_ID` and `AUTH_IDP_SECRET`.',
  },
]

function fetchWith({ responses }: Case, idp: Idp): typeof fetch {
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    return (await responses?.[pathname]?.()) ?? idp.fetch(input, init)
  }
}

it.each(CASES)('the log says what was found and what to change: $name', async (test) => {
  const idp = createIdp('https://id.test', test.faults)
  const send = fetchWith(test, idp)
  const app = createApp({ providers: [oidcFor(idp, { [customFetch]: send, ...test.options })] })
  const browser = new Browser(app)
  const start = await startSignIn(browser)
  if (start.includes('/authorize')) {
    const redirect = idp.agree(start)
    test.redirect?.(redirect)
    await browser.get(redirect.href)
  }
  expect(app.errors).toHaveLength(1)
  expect(String(app.log.at(-1)?.entry)).toContain(test.says)
  expect(JSON.stringify(app.log)).not.toContain('canary')
})
