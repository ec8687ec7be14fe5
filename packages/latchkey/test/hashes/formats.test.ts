import { spawnSync } from 'node:child_process'
import { argon2, bcrypt, firebase } from 'latchkey/password'
import { describe, expect, it } from 'vitest'
import { UnreadablePassword } from '../../src/errors/passwords.ts'
import { hashNew } from '../../src/passwords/hash.ts'
import { verifyStored } from '../../src/passwords/verify.ts'
import type { PasswordFormat } from '../../src/types/passwords.ts'
import { OF_PACKAGES, VECTORS, type Vector } from './vectors.ts'

/** The system's `crypt`, as a package for bcrypt. */
const SYSTEM_BCRYPT = {
  compare(password: string, hash: string): boolean {
    const script = 'local $/; my ($password, $hash) = split /\\0/, <STDIN>; print crypt($password, $hash)'
    const { stdout, status } = spawnSync('perl', ['-e', script], { input: `${password}\0${hash}` })
    if (status !== 0) throw new Error('Perl is not installed.')
    return String(stdout) === hash
  },
}

/** The public parameters with which Firebase documents its scrypt. */
const FIREBASE = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 14,
}

const LEGACY: readonly PasswordFormat[] = [bcrypt(async () => SYSTEM_BCRYPT), firebase(FIREBASE)]

describe.each<Vector & { readonly legacy: readonly PasswordFormat[] }>([
  ...VECTORS.map((vector) => ({ ...vector, legacy: [] })),
  ...OF_PACKAGES.map((vector) => ({ ...vector, legacy: LEGACY })),
])('a hash of $format from $source', { timeout: 60_000 }, ({ password, hash, legacy, format }) => {
  it('is right for its password, and for no other', async () => {
    expect(await verifyStored({ legacy }, password, { hash })).toMatchObject({ isRight: true })
    expect(await verifyStored({ legacy }, `${password}.`, { hash })).toMatchObject({ isRight: false })
    expect(await verifyStored({ legacy }, `x${password}`, { hash })).toMatchObject({ isRight: false })
  })

  it('is not right if one character of it changes', async () => {
    const at = hash.length - 8
    const changed = `${hash.slice(0, at)}${hash[at] === 'a' ? 'b' : 'a'}${hash.slice(at + 1)}`
    expect(await verifyStored({ legacy }, password, { hash: changed })).toMatchObject({ isRight: false })
  })

  it('is replaced by a new one, unless it is as strong', async () => {
    const { needsRehash } = await verifyStored({ legacy }, password, { hash })
    expect(needsRehash).toBe(format !== 'Oslo, argon2id')
    const rehashed = { hash: await hashNew(password) }
    expect(await verifyStored({}, password, rehashed)).toEqual({ isRight: true, needsRehash: false })
  })
})

it.each(OF_PACKAGES)('reports the line that reads $format if it is missing', async ({ hash, password }) => {
  const error = await verifyStored({}, password, { hash }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UnreadablePassword)
  expect((error as Error).message).toMatch(/Add `legacy: \[(?:bcrypt|firebase)\(/)
})

it('loads a package with the first password that needs it', async () => {
  let loaded = 0
  const lazy = bcrypt(() => {
    loaded++
    return { default: SYSTEM_BCRYPT }
  })
  const [vector] = OF_PACKAGES
  await verifyStored({ legacy: [lazy] }, 'some password', { hash: await hashNew('some password') })
  expect(loaded).toBe(0)
  await verifyStored({ legacy: [lazy] }, 'some password', { hash: String(vector?.hash) })
  expect(loaded).toBe(1)
})

it('reads Argon2 with a package, and keeps a hash that is strong', async () => {
  const verified: string[] = []
  const legacy = [
    argon2(() => ({
      verify: (hash, password) => verified.push(hash) > 0 && password === 'right',
    })),
  ]
  const strong =
    '$argon2id$v=19$m=19456,t=2,p=1$Ngx0lWQJF7Pb17wtJ9UyrA$OwpK47fREyo61Zh0HImqz4EfEemegUPBq+tKgxi8JSU'
  expect(await verifyStored({ legacy }, 'right', { hash: strong })).toEqual({
    isRight: true,
    needsRehash: false,
  })
  expect(await verifyStored({ legacy }, 'wrong', { hash: `argon2${strong}` })).toMatchObject({
    isRight: false,
  })
  expect(verified).toEqual([strong, strong])
})

it.each([
  ['bcrypt', '$2b$31$eLEpr8rt30iN9pxorEiJkeA0xHUU3FOPHn5POsdWrvwKiGCT1uLWm'],
  ['bcrypt', '$2x$05$eLEpr8rt30iN9pxorEiJkeA0xHUU3FOPHn5POsdWrvwKiGCT1uLWm'],
  ['phpass', '$P$TIQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  ['Django', 'pbkdf2_sha256$99999999$seasalt$oBSd886ysm3AqYun62DOdin8YcfbU1z9cksZSuLP9r0='],
  [
    'Django',
    'scrypt$1073741824$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVCBhhY8mx7rQwite/Pw==',
  ],
  [
    'Django',
    'scrypt$16385$seasalt$8$1$Qj3+9PPyRjSJIebHnG81TMjsqtaIGxNQG/aEB/NYafTJ7tibgfYz71m0ldQESkXFRkdVCBhhY8mx7rQwite/Pw==',
  ],
  ['ASP.NET', `AQAAAAH/////${'A'.repeat(60)}`],
])('refuses costs of %s that would overload the server: %s', async (_, hash) => {
  await expect(verifyStored({ legacy: LEGACY }, 'password', { hash })).rejects.toThrow(UnreadablePassword)
})
