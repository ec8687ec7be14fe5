import { toBase64url } from '../../crypto/base64url.ts'
import type { CredentialDescriptor } from '../../types/providers/webauthn.ts'

/** Formats of credential ids that common authenticators use: length in bytes, and transports. */
const SHAPES: readonly { readonly bytes: number; readonly transports: readonly string[] }[] = [
  { bytes: 16, transports: ['hybrid', 'internal'] },
  { bytes: 20, transports: ['hybrid', 'internal'] },
  { bytes: 32, transports: ['internal'] },
  { bytes: 48, transports: ['nfc', 'usb'] },
]

/** One in this many users gets a second decoy, because some real users have two passkeys. */
const USERS_PER_SECOND_PASSKEY = 4

/**
 * Returns decoy credentials for an address without passkeys. The list is always the same for the
 * same address. Without the secret, it cannot be distinguished from a real list.
 */
export async function inventedCredentials(secret: string, address: string): Promise<CredentialDescriptor[]> {
  const [first = 0] = await keyedHash(secret, `${address} count`)
  const count = first % USERS_PER_SECOND_PASSKEY === 0 ? 2 : 1
  return Promise.all(
    Array.from({ length: count }, (_, index) => inventedCredential(secret, `${address} ${index}`)),
  )
}

async function inventedCredential(secret: string, name: string): Promise<CredentialDescriptor> {
  const hash = await keyedHash(secret, name)
  const shape = SHAPES[(hash.at(-1) ?? 0) % SHAPES.length] ?? { bytes: 32, transports: [] }
  return { id: toBase64url(hash.subarray(0, shape.bytes)), transports: [...shape.transports] }
}

/**
 * Returns a 64-byte HMAC. The message prefix separates these hashes from other uses of the secret.
 */
async function keyedHash(secret: string, name: string): Promise<Uint8Array> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-512' },
    false,
    ['sign'],
  )
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(`invented passkey ${name}`)))
}
