import { expect, it } from 'vitest'
import type { ResolvedOAuthProvider } from '../../types/providers/oauth.ts'
import { noResponse } from './no-response.ts'

const provider = { id: 'idp' } as ResolvedOAuthProvider

function withCode(code: string): TypeError {
  const cause = Object.assign(new Error('with the access token in its text'), { code })
  return new TypeError('fetch failed', { cause: new Error('outer', { cause }) })
}

it.each([
  [withCode('ECONNREFUSED'), 'ECONNREFUSED. Nothing accepts connections there. Check host and port.'],
  [Object.assign(new Error('x'), { code: 'ConnectionRefused' }), 'ConnectionRefused. Nothing accepts'],
  [withCode('ENOTFOUND'), 'ENOTFOUND. The host name is not known.'],
  [withCode('EAI_AGAIN'), 'EAI_AGAIN. The host name is not known.'],
  [withCode('CERT_HAS_EXPIRED'), "CERT_HAS_EXPIRED. Check this server's clock"],
  [withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'DEPTH_ZERO_SELF_SIGNED_CERT. This server does not trust'],
  [
    withCode('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE. This server does not trust',
  ],
  [withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'ERR_TLS_CERT_ALTNAME_INVALID. This server does not trust'],
  [withCode('UND_ERR_CONNECT_TIMEOUT'), "UND_ERR_CONNECT_TIMEOUT. Check this server's network"],
  [withCode('ECONNRESET'), 'ECONNRESET. The connection was closed.'],
  [new DOMException('aborted', 'TimeoutError'), "no response within 10 seconds. Check this server's network"],
  [new TypeError('https://id.test/token?access_token=secret'), 'TypeError. Check that this server can reach'],
  [withCode('a code with spaces'), 'TypeError. Check that this server can reach'],
  ['thrown text', 'Error. Check that this server can reach'],
])('names the reason and what to check: %s', (thrown, expected) => {
  const { message, cause } = noResponse(provider, 'POST https://id.test/token', thrown, 10)
  expect(message).toContain(
    `The provider "idp" could not be reached. POST https://id.test/token: ${expected}`,
  )
  expect(cause).toMatchObject({ provider: 'idp', request: 'POST https://id.test/token' })
  expect(message).not.toMatch(/access|secret|thrown/)
})
