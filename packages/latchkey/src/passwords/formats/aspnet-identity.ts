import type { PasswordFormat } from '../../types/passwords.ts'
import { comparePbkdf2, type Pbkdf2Digest } from './pbkdf2.ts'

const BASE64 = /^[A-Za-z\d+/]{32,512}={0,2}$/
const DIGESTS: readonly Pbkdf2Digest[] = ['sha1', 'sha256', 'sha512']
const V2 = { digest: 'sha1', iterations: 1000 } as const
const V2_SALT_BYTES = 16
const V2_LENGTH = 1 + V2_SALT_BYTES + 32
/** The version, three numbers of four bytes, and at least 16 bytes each of salt and hash. */
const V3_MIN_LENGTH = 13 + 2 * 16

/** ASP.NET Core Identity, versions 3 and 2: PBKDF2 in Base64. */
export const aspnetIdentity: PasswordFormat = {
  name: 'aspnet-identity',

  read(stored) {
    if (!BASE64.test(stored)) return undefined
    const bytes = Buffer.from(stored, 'base64')
    if (bytes[0] === 1 && bytes.length >= V3_MIN_LENGTH) return readV3(bytes)
    if (bytes[0] !== 0 || bytes.length !== V2_LENGTH) return undefined
    const hash = bytes.subarray(1 + V2_SALT_BYTES)
    return comparePbkdf2({ ...V2, salt: bytes.subarray(1, 1 + V2_SALT_BYTES), hash })
  },
}

function readV3(bytes: Buffer): ReturnType<PasswordFormat['read']> {
  const digest = DIGESTS[bytes.readUInt32BE(1)]
  const end = 13 + bytes.readUInt32BE(9)
  if (digest === undefined || end < 13 + 16 || end > bytes.length - 16) return undefined
  const [salt, hash] = [bytes.subarray(13, end), bytes.subarray(end)]
  return comparePbkdf2({ digest, iterations: bytes.readUInt32BE(5), salt, hash })
}
