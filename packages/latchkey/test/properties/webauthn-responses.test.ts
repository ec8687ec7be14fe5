import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BadRequest } from '../../src/entry/errors.ts'
import { readCredentialResponse } from '../../src/methods/webauthn/credential-response.ts'
import { hostileText, withOneChange } from './hostile.ts'
import { holdsFor } from './runs.ts'

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

/** A value that JSON can contain where a text is expected. */
const wrongValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, 0, '', [], ['public-key'], {}, { toString: 'x' }),
  fc.jsonValue({ maxDepth: 2 }),
)
const either = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 24, arbitrary: right }, { weight: 1, arbitrary: wrongValue })

const clientData = fc
  .record(
    {
      type: fc.constant('webauthn.get'),
      challenge: either(fc.base64String({ minLength: 4, maxLength: 12 })),
      origin: fc.constant('https://app.test'),
      crossOrigin: fc.oneof(fc.constant(false), wrongValue),
      topOrigin: wrongValue,
    },
    { requiredKeys: ['type', 'challenge'] },
  )
  .map((data) => base64url(JSON.stringify(data)))

const credential = fc
  .record({
    id: either(
      fc.uint8Array({ minLength: 0, maxLength: 40 }).map((id) => Buffer.from(id).toString('base64url')),
    ),
    isSameId: fc.integer({ min: 0, max: 24 }).map((chance) => chance > 0),
    type: either(fc.constant('public-key')),
    response: either(
      fc.record(
        {
          clientDataJSON: either(fc.oneof({ weight: 9, arbitrary: clientData }, withOneChange(clientData))),
          authenticatorData: either(fc.constant('AAAA')),
          signature: either(fc.constant('AAAA')),
          attestationObject: either(fc.constant('AAAA')),
        },
        { requiredKeys: ['clientDataJSON'] },
      ),
    ),
  })
  .map(({ id, isSameId, ...more }) => JSON.stringify({ id, rawId: isSameId ? id : 'other', ...more }))

const form = fc.record({
  action: either(fc.constantFrom('authenticate', 'register')),
  data: either(fc.oneof({ weight: 9, arbitrary: credential }, withOneChange(credential))),
})

// proves P-HT-4
it('the response of a passkey is read with every part that is used, or rejected', async () => {
  await holdsFor(
    form,
    async ({ action, data }) => {
      let read: ReturnType<typeof readCredentialResponse>
      try {
        read = readCredentialResponse({ action, data } as Parameters<typeof readCredentialResponse>[0])
      } catch (error) {
        expect(error).toBeInstanceOf(BadRequest)
        return 'rejected'
      }
      const sent = JSON.parse(data as string)
      const sentData = JSON.parse(Buffer.from(sent.response.clientDataJSON, 'base64url').toString())
      const parts = action === 'register' ? ['attestationObject'] : ['authenticatorData', 'signature']
      expect({
        ceremony: read.ceremony,
        id: Buffer.from(read.credentialId).toString('hex'),
        challenge: read.clientData.challenge,
        isCrossOrigin: read.clientData.isCrossOrigin,
        type: sent.type,
        types: [sent.rawId, ...parts.map((part) => typeof sent.response[part])],
      }).toEqual({
        ceremony: action,
        id: Buffer.from(sent.id, 'base64url').toString('hex'),
        challenge: sentData.challenge,
        // Only `false` and what a browser leaves out mean that no frame was involved.
        isCrossOrigin: ![false, null, undefined].includes(sentData.crossOrigin) || 'topOrigin' in sentData,
        type: 'public-key',
        types: [sent.id, ...parts.map(() => 'string')],
      })
      expect(read.credentialId.length).toBeGreaterThan(0)
      expect(typeof read.clientData.challenge).toBe('string')
      return read.clientData.isCrossOrigin ? 'read, from a frame' : 'read'
    },
    { outcomes: ['read', 'read, from a frame', 'rejected'] },
  )
})
