import { expect, it } from 'vitest'
import { redact } from './redact.ts'

it('removes secrets, including their encodings in URLs and forms', () => {
  const secret = '1//0 a+b="c"'
  const forms = [secret, encodeURIComponent(secret), new URLSearchParams({ t: secret }).toString().slice(2)]
  expect(redact(`${forms.join(' and ')}.`, ['unknown', secret])).toBe(
    '[redacted] and [redacted] and [redacted].',
  )
})

it('keeps texts that are too short to be secrets', () => {
  expect(redact('not valid', ['valid', '', undefined])).toBe('not valid')
})
