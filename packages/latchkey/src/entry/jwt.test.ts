import { EncryptJWT, jwtDecrypt } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decode, encode, type GetTokenParams, getToken } from './jwt.ts'

const secret = 'a secret that is long enough for every test here'
const NAME = 'latchkey.session-token'
const MINUTE = 60_000
const DAY = 24 * 60 * 60

/**
 * Tokens of Auth.js, which Latchkey must be able to read. Their secret is `my-secret`; they expire
 * in 2121.
 */
const vectors = [
  {
    salt: 'authjs.session-token',
    kid: 't52DsL_cswoaU7kydEkwIpMl_b1nueROyrWB6U1N29IbYFRm4TW3rODFLkKXuXmhKyjT14U2N9E1lgHn8srx4Q',
    key: 'bfc1058dcf482fb86b58aa8b4ddf047cc6335e5cd9f824e0c5474c93ec2805c60679d2a3228f96bddcac0b28f93b43e8161a6f2a2db6ac92bb705e3e956ced75',
    token:
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoidDUyRHNMX2Nzd29hVTdreWRFa3dJcE1sX2IxbnVlUk95cldCNlUxTjI5SWJZRlJtNFRXM3JPREZMa0tYdVhtaEt5alQxNFUyTjlFMWxnSG44c3J4NFEifQ..jqZggJrypX-mUMllUZuoXQ.iUyZXahC2tZsmypYOOSabpCM4CoT-APxbyoU5fNpDh2G8K85eZk_7PDzwgut-W7eIGhzhw06UXNlRfZo1i0mmMA0EAQc1ITLcPBVwCKF_7rTSxpHqFkQwBfaumHuHmTYwJto0pOJxip8G73UxE99gQSb8htUfZTtix2EDlYkhwVWgamWsEQu9OZJdEUgfc3GqweQiEhXPIORSDS7Z2q5BofDEttawPG0fpMaoaIkqgk.KReOJC3Wf4boOXzxgEBKpIQ8ppywUHoCwBYe0jioO4w',
    claims: { name: 'Ann', email: 'ann@example.com', picture: 'https://example.com/a.png', sub: '1' },
  },
  {
    salt: '__Secure-authjs.session-token',
    kid: 'RJGmBhSiHCP0Y4ENZxsrNF5LYkajSA9x5HrjKu15zEoB6jqK_Tx9cs4XxdkCQyuGxp3DexK6ntF6MGm9y-cNCQ',
    key: '63d0eaa080ec83bc5992783d5f8f834ae4f5c094ec3d60f8c5d904e3dac5ae5b9e4a6431f01a76a78031e127ad04f1f207de04c3e06e5071e86067d095733130',
    token:
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiUkpHbUJoU2lIQ1AwWTRFTlp4c3JORjVMWWthalNBOXg1SHJqS3UxNXpFb0I2anFLX1R4OWNzNFh4ZGtDUXl1R3hwM0RleEs2bnRGNk1HbTl5LWNOQ1EifQ..izGf5_6BZ_ihKZOd1fX2oQ.EbhhFC3g224yj4hgkIADhFb_pOOYUBS2elVjUIWUG3u7wKRBdIse_2jkG4XLv7hrHz1t2kfLAu_LM_jA4qAugLMThhwk-OQDzIN40jo9Y-yhrr0wkK22RU3RVVRzonEU.yi0rAnIccmffPK9Hit9VPCx1DJcfY4hwcdGfecLu1ds',
    claims: { sub: '1' },
  },
  {
    salt: 'encodedState',
    kid: 'hUk5x3wjcla8GAJF2zqyscGyX77FuuAD9LxC_Eu4iDW8BDxRH4F3qFudUvb4_FCynnx4MSVtSPRyC8i_WPUqKg',
    key: '0562854a398ef23847259ac995c375002dcc5486f1f3d239dd3a8c0e5dbb9a28945f2411e76870b1f381703cf65d2de07897a46310bb6d9fdebd5379a2d3e084',
    token:
      'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIiwia2lkIjoiaFVrNXgzd2pjbGE4R0FKRjJ6cXlzY0d5WDc3RnV1QUQ5THhDX0V1NGlEVzhCRHhSSDRGM3FGdWRVdmI0X0ZDeW5ueDRNU1Z0U1BSeUM4aV9XUFVxS2cifQ..0Wi1kDpcdSAR-HFWOl7Tgw.bOHo443FmhvxDYx7tW17Ujyynnc91UBtAyxoaRzzcMYFWJpEtQjIfK544L11JvnyeOizyI3VG9mYWJhhZqRKmKkaGA8eUMT5hGbM-suvwGVLl5ldw9LYV3Az6ir_tdZSHXgXuWfaG2b6nlvY7ADeCAkb-maiVXGYr0Z9_h9OLJmiHVT2_WQ9cetJNTVHDuRatxkMbZhJ0NjNkR75ZyzCaQ.NGsHk7LvLNzpLs7HH52wLLuwsM66sjauT25WzYdVQ2s',
    claims: { random: 'r', origin: 'https://preview.example.com/auth/callback/idp' },
  },
]

function advanceTime(milliseconds: number): void {
  vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ['Date'] })
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each(vectors)('an Auth.js token with the salt $salt', ({ salt, kid, key, token, claims }) => {
  const bytes = Buffer.from(key, 'hex')

  // proves §5.1, §5.1 a, §5.1 b, §5.1 d
  it('can be decoded', async () => {
    expect(await decode({ token, secret: 'my-secret', salt })).toMatchObject(claims)
  })

  // proves CFG-21, §5.1, §5.1 a, §5.1 b, §5.1 c
  it('is encoded in a form that jose can decrypt', async () => {
    const written = await encode({ token: claims, secret: 'my-secret', salt, maxAge: 60 })
    const { payload, protectedHeader } = await jwtDecrypt(written, bytes)
    expect(protectedHeader).toEqual({ alg: 'dir', enc: 'A256CBC-HS512', kid })
    const { iat = 0, exp, jti, ...others } = payload
    expect(others).toEqual(claims)
    expect({ exp, jti }).toEqual({ exp: iat + 60, jti: expect.stringMatching(/^[\da-f-]{36}$/) })
  })

  // proves §5.1 a, §5.1 d
  it('can be decoded when jose encrypted it', async () => {
    const jwt = new EncryptJWT(claims)
      .setProtectedHeader({ alg: 'dir', enc: 'A256CBC-HS512', kid })
      .setIssuedAt()
      .setExpirationTime('1h')
    expect(await decode({ token: await jwt.encrypt(bytes), secret: 'my-secret', salt })).toMatchObject(claims)
  })
})

describe('encode and decode', () => {
  // proves §5.1 c
  it('return the claims, with a default lifetime of 30 days', async () => {
    const claims = await decode({
      token: await encode({ token: { sub: 'ann', role: 'admin' }, secret, salt: NAME }),
      secret,
      salt: NAME,
    })
    expect(claims).toMatchObject({ sub: 'ann', role: 'admin' })
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(30 * DAY)
    expect(await decode({ token: await encode({ secret, salt: NAME }), secret, salt: NAME })).toEqual({
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
    })
  })

  // proves §5.1 g
  it('return null without a token', async () => {
    expect(await decode({ secret, salt: NAME })).toBeNull()
    expect(await decode({ token: '', secret, salt: NAME })).toBeNull()
  })

  // proves CFG-33, CFG-34, P-JW-5, §5.1 d
  it('decode with any secret in the list, and encode with the first', async () => {
    const old = await encode({ token: { sub: 'ann' }, secret: 'old', salt: NAME })
    expect(await decode({ token: old, secret: ['new', 'old'], salt: NAME })).toMatchObject({ sub: 'ann' })
    const rotated = await encode({ token: { sub: 'ann' }, secret: ['new', 'old'], salt: NAME })
    expect(await decode({ token: rotated, secret: 'new', salt: NAME })).toMatchObject({ sub: 'ann' })
    await expect(decode({ token: rotated, secret: 'old', salt: NAME })).rejects.toMatchObject({
      type: 'JWTSessionError',
    })
  })

  // proves P-LG-1, P-JW-2, §5.1 d
  it.each([
    ['with another secret', (token: string) => decode({ token, secret: 'another', salt: NAME })],
    ['with another salt', (token: string) => decode({ token, secret, salt: `__Secure-${NAME}` })],
    [
      'that was changed',
      (token: string) => decode({ token: `${token.slice(0, -43)}${'A'.repeat(43)}`, secret, salt: NAME }),
    ],
    ['that is invalid', () => decode({ token: 'hello', secret, salt: NAME })],
  ])('throw an error that does not contain the token, for a token %s', async (_, read) => {
    const token = await encode({ token: { sub: 'ann' }, secret, salt: NAME })
    const error: Error = await read(token).then(
      () => expect.unreachable('the token was decoded'),
      (thrown) => thrown,
    )
    expect(error).toMatchObject({ type: 'JWTSessionError' })
    expect(error.message).not.toContain(token.slice(0, 20))
  })

  // proves P-JW-3, §5.1 f
  it('accept a token until 15 seconds after it expired', async () => {
    vi.useFakeTimers({ now: 1_800_000_000_000, toFake: ['Date'] })
    const token = await encode({ secret, salt: NAME, maxAge: 60 })
    advanceTime(MINUTE + 14_000)
    expect(await decode({ token, secret, salt: NAME })).not.toBeNull()
    advanceTime(1000)
    await expect(decode({ token, secret, salt: NAME })).rejects.toMatchObject({ type: 'JWTSessionError' })
  })

  it.each([[''], [[]], [['']], [undefined as unknown as string]])(
    'throw a MissingSecret error for the secret %j',
    async (missing) => {
      await expect(encode({ secret: missing, salt: NAME })).rejects.toMatchObject({ type: 'MissingSecret' })
      await expect(decode({ token: 'a', secret: missing, salt: NAME })).rejects.toMatchObject({
        type: 'MissingSecret',
      })
    },
  )
})

describe('getToken', () => {
  const ann = { sub: 'ann', name: 'Ann' }

  async function signSession(name = NAME, claims: object = ann): Promise<string> {
    return encode({ token: { ...claims }, secret, salt: name })
  }

  function withCookie(...pairs: [string, string][]): { headers: Headers } {
    return { headers: new Headers({ cookie: pairs.map(([name, value]) => `${name}=${value}`).join('; ') }) }
  }

  it('reads the cookie of a Request', async () => {
    const req = new Request('http://app.test', withCookie(['theme', 'dark'], [NAME, await signSession()]))
    expect(await getToken({ req, secret })).toMatchObject(ann)
  })

  it.each(['cookie', 'Cookie'])('reads plain headers named like %s', async (name) => {
    const headers = {
      host: 'app.test',
      'set-cookie': ['a=1'],
      via: undefined,
      [name]: `a=1; ${NAME}=${await signSession()}`,
    }
    expect(await getToken({ req: { headers }, secret })).toMatchObject(ann)
  })

  // proves §5.4
  it.each([
    ['latchkey.session-token', {}],
    ['__Secure-latchkey.session-token', { secureCookie: true }],
    ['authjs.session-token', { cookiePrefix: 'authjs' }],
    ['__Secure-authjs.session-token', { cookiePrefix: 'authjs', secureCookie: true }],
    ['sid', { cookieName: 'sid', cookiePrefix: 'authjs', secureCookie: true }],
  ])('reads only the cookie %s with %j', async (name, options) => {
    const req = withCookie([name, await signSession(name)])
    expect(await getToken({ req, secret, ...options })).toMatchObject(ann)
    expect(await getToken({ req, secret, ...options, cookieName: 'another' })).toBeNull()
  })

  // proves DROP-3
  it.each([
    ['authjs.session-token', {}],
    ['__Secure-authjs.session-token', { secureCookie: true }],
  ])('falls back to the old cookie %s in a migrated application', async (name, options) => {
    const moved: [string, string] = [name, await signSession(name)]
    expect(await getToken({ req: withCookie(moved), secret, ...options })).toMatchObject(ann)
    expect(await getToken({ req: withCookie(moved), secret, ...options, raw: true })).toBe(moved[1])
    const own = name.replace('authjs', 'latchkey')
    for (const pairs of [
      [[own, await signSession(own, { sub: 'bob' })]],
      [[`${own}.0`, await signSession(own, { sub: 'bob' })]],
    ] as [string, string][][])
      expect(await getToken({ req: withCookie(...pairs, moved), secret, ...options })).toMatchObject({
        sub: 'bob',
      })
  })

  // proves DROP-3, §5.4
  it('joins the chunks of an old cookie in a migrated application', async () => {
    const name = 'authjs.session-token'
    const token = await signSession(name, { ...ann, padding: 'x'.repeat(4000) })
    const chunks = [0, 1].map((index): [string, string] => [
      `${name}.${index}`,
      token.slice(index * 3936, (index + 1) * 3936),
    ])
    expect(await getToken({ req: withCookie(...chunks), secret })).toMatchObject(ann)
  })

  // proves DROP-3
  it.each([
    ['two of its own', ['latchkey', 'latchkey', 'authjs']],
    ['an invalid one of its own', ['invalid', 'authjs']],
    ['two of the application that moved', ['authjs', 'authjs']],
    ['one of another protocol', ['__Secure-authjs']],
    ['one of another library', ['next-auth']],
  ])('accepts no cookie if there are %s', async (_, prefixes) => {
    const pairs = prefixes.map(async (prefix, index): Promise<[string, string]> => {
      const name = `${prefix === 'invalid' ? 'latchkey' : prefix}.session-token`
      return [name, prefix === 'invalid' ? 'x' : await signSession(name, { sub: `user ${index}` })]
    })
    expect(await getToken({ req: withCookie(...(await Promise.all(pairs))), secret })).toBeNull()
  })

  // proves DROP-3
  it.each([
    { cookiePrefix: 'latchkey' },
    { cookieName: NAME },
    { cookieName: 'latchkey.session-token', salt: 'authjs.session-token' },
  ])('reads no cookie with another name: %j', async (options) => {
    const name = 'authjs.session-token'
    expect(
      await getToken({ req: withCookie([name, await signSession(name)]), secret, ...options }),
    ).toBeNull()
  })

  // proves DROP-3
  it('reads AUTH_COOKIE_PREFIX, and only the cookie with that prefix', async () => {
    vi.stubEnv('AUTH_COOKIE_PREFIX', 'shop')
    const read = async (prefix: string, options = {}): Promise<unknown> => {
      const name = `${prefix}.session-token`
      const req = withCookie([name, await signSession(name)])
      return (await getToken({ req, secret, ...options }))?.sub
    }
    expect({
      shop: await read('shop'),
      latchkey: await read('latchkey'),
      authjs: await read('authjs'),
      option: await read('authjs', { cookiePrefix: 'authjs' }),
      name: await read('authjs', { cookieName: 'authjs.session-token' }),
    }).toEqual({ shop: 'ann', latchkey: undefined, authjs: undefined, option: 'ann', name: 'ann' })
    vi.stubEnv('AUTH_COOKIE_PREFIX', '')
    expect(await read('latchkey')).toBe('ann')
  })

  // proves §5.4
  it('accepts a salt that is not the name of the cookie', async () => {
    const req = withCookie([NAME, await signSession('a salt')])
    expect(await getToken({ req, secret, salt: 'a salt' })).toMatchObject(ann)
    expect(await getToken({ req, secret })).toBeNull()
  })

  // proves §5.4, §5.2 a
  it('joins the chunks of a large cookie in any order', async () => {
    const token = await signSession(NAME, { ...ann, padding: 'x'.repeat(9000) })
    const chunks = [2, 0, 3, 1].map((index): [string, string] => [
      `${NAME}.${index}`,
      token.slice(index * 3936, (index + 1) * 3936),
    ])
    expect(await getToken({ req: withCookie(...chunks), secret })).toMatchObject(ann)
    expect(await getToken({ req: withCookie(...chunks.slice(1)), secret })).toBeNull()
  })

  // proves §5.4 a
  it.each(['Bearer', 'bearer', 'BEARER'])(
    'reads a token with the authorization scheme %s',
    async (scheme) => {
      const authorization = `${scheme} ${encodeURIComponent(await signSession())}`
      expect(await getToken({ req: { headers: new Headers({ authorization }) }, secret })).toMatchObject(ann)
      expect(await getToken({ req: { headers: { Authorization: authorization } }, secret })).toMatchObject(
        ann,
      )
    },
  )

  // proves §5.4 a
  it('percent-decodes a bearer token', async () => {
    const raw = await getToken({ req: { headers: { authorization: 'Bearer a%2Bb%20c' } }, secret, raw: true })
    expect(raw).toBe('a+b c')
  })

  // proves §5.4 a
  it('prefers the cookie to a bearer token', async () => {
    const headers = {
      cookie: `${NAME}=${await signSession()}`,
      authorization: `Bearer ${await signSession(NAME, { sub: 'bob' })}`,
    }
    expect(await getToken({ req: { headers }, secret })).toMatchObject(ann)
  })

  // proves §5.4 b
  it.each([
    ['no token', {}],
    ['another scheme', { authorization: 'Basic YTpi' }],
    ['a scheme without a token', { authorization: 'Bearer' }],
    ['two tokens', { authorization: 'Bearer a b' }],
    ['a token with invalid percent encoding', { authorization: 'Bearer %E0%A4%A' }],
    ['a cookie that is not a token', { cookie: `${NAME}=hello` }],
    ['a cookie with invalid percent encoding', { cookie: `${NAME}=%E0%A4%A` }],
    ['an empty cookie', { cookie: `${NAME}=` }],
  ])('returns null for %s', async (_, headers) => {
    expect(await getToken({ req: { headers }, secret })).toBeNull()
  })

  // proves §5.4 b
  it('returns the encrypted token with `raw`, even without a secret', async () => {
    const token = await signSession()
    expect(await getToken({ req: withCookie([NAME, token]), secret, raw: true })).toBe(token)
    expect(await getToken({ req: withCookie([NAME, token]), secret: undefined, raw: true })).toBe(token)
    expect(await getToken({ req: withCookie(), secret, raw: true })).toBeNull()
  })

  // proves §5.4 b
  it('reports an invalid token to the logger, if there is one', async () => {
    const reported: unknown[] = []
    const req = withCookie([NAME, await signSession('another salt')])
    expect(await getToken({ req, secret, logger: { error: (error) => reported.push(error) } })).toBeNull()
    expect(reported).toEqual([expect.objectContaining({ type: 'JWTSessionError' })])
    expect(await getToken({ req, secret, logger: {} })).toBeNull()
  })

  // proves §5.4
  it('decodes with a custom function', async () => {
    const calls: unknown[] = []
    const custom: GetTokenParams['decode'] = (params) => {
      calls.push(params)
      return { sub: 'custom' }
    }
    expect(
      await getToken({ req: withCookie([NAME, 'token']), secret: ['new', 'old'], decode: custom }),
    ).toEqual({ sub: 'custom' })
    expect(calls).toEqual([{ token: 'token', secret: ['new', 'old'], salt: NAME }])
    const throwing = (): never => {
      throw new Error('invalid token')
    }
    expect(await getToken({ req: withCookie([NAME, 'token']), secret, decode: throwing })).toBeNull()
  })

  // proves §5.4 b, §14 MissingSecret
  it.each([undefined, '', [], ['']])(
    'throws an error for the secret %j instead of returning null',
    async (missing) => {
      const req = withCookie([NAME, await signSession()])
      await expect(getToken({ req, secret: missing })).rejects.toMatchObject({ type: 'MissingSecret' })
    },
  )

  // proves §5.4 b
  it('throws an error without a request', async () => {
    const incomplete = { secret } as unknown as GetTokenParams
    await expect(getToken(incomplete)).rejects.toThrow('Call `getToken({ req, secret })`')
  })
})
