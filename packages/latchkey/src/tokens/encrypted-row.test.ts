import { expect, it } from 'vitest'
import { sealTokens } from './encrypted-row.ts'

const SECRETS = ['a secret that is long enough for every test here']
const KEY = { provider: 'idp', providerAccountId: 'ann' }

/** What a provider's `account` may select besides the tokens. */
class Amount {
  readonly #cents = 100
  get cents(): number {
    return this.#cents
  }
}

it('does not change values that are not plain objects', async () => {
  const values = { connectedAt: new Date(0), photo: new Uint8Array([1]), amount: new Amount() }
  const sealed = await sealTokens(SECRETS, { ...KEY, ...values, nested: values }, () => {})
  for (const [name, value] of Object.entries(values)) {
    expect(sealed).toHaveProperty([name], value)
    expect((sealed as unknown as typeof values)[name as keyof typeof values]).toBe(value)
    expect((sealed.nested as typeof values)[name as keyof typeof values]).toBe(value)
  }
})

it('does not change the times of tokens, even if they are text', async () => {
  const times = {
    token_type: 'bearer',
    refresh_token_expires_in: '15897600',
    refreshTokenExpiresAt: '2026-01-01T00:00:00Z',
    client_secret_expires_at: '0',
  }
  expect(await sealTokens(SECRETS, { ...KEY, ...times }, () => {})).toEqual({ ...KEY, ...times })
})

it('seals tokens and secrets of any name', async () => {
  const secrets = { access_token: 'a', oauth_token_secret: 'b', others: [{ clientSecret: 'c' }] }
  const sealed = await sealTokens(SECRETS, { ...KEY, ...secrets }, () => {})
  expect(sealed).toEqual({
    ...KEY,
    access_token: expect.stringMatching(/^latchkey-sealed:/),
    oauth_token_secret: expect.stringMatching(/^latchkey-sealed:/),
    others: [{ clientSecret: expect.stringMatching(/^latchkey-sealed:/) }],
  })
})
