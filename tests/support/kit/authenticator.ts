/**
 * A passkey in software. It signs what a real authenticator signs, and whatever else a test needs.
 */
export interface Passkey {
  /** Base64url. */
  readonly id: string
  /** Returns the credential that a browser sends for registration options. */
  create(options: object, changes?: Changes): Promise<object>
  /** Returns the credential that a browser sends for authentication options. */
  get(options: object, changes?: Changes): Promise<object>
}

/** Deviations from what a browser and an authenticator do. */
export interface Changes {
  readonly type?: string
  readonly challenge?: string
  readonly origin?: string
  readonly rpId?: string
  /** The flags "user present" and "user verified". Default: both set. */
  readonly isPresent?: boolean
  readonly isVerified?: boolean
  readonly counter?: number
  readonly clientData?: object
  /** The key to sign with. Default: the passkey's own. */
  readonly key?: CryptoKey
  /** Produces a signature whose r or s starts with a zero byte. */
  readonly hasShortSignature?: boolean
}

type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>
type Bytes = Uint8Array<ArrayBuffer>

const ES256 = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * Creates a passkey for the pages of an origin. Its counter grows with each signature.
 *
 * @param aaguid the model of its authenticator. Default: unknown
 * @see https://www.w3.org/TR/webauthn-3/#sctn-authenticator-model
 */
export async function createPasskey(
  origin: string,
  { aaguid = '00000000-0000-0000-0000-000000000000' }: { readonly aaguid?: string } = {},
): Promise<Passkey> {
  const { publicKey, privateKey } = (await crypto.subtle.generateKey(ES256, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const id = crypto.getRandomValues(new Uint8Array(32))
  const coseKey = await encodeKey(publicKey)
  let counter = 0
  return {
    id: base64url(id),
    async create(options, changes = {}) {
      const { challenge, rp } = options as { challenge: string; rp: { id: string } }
      const attested = concat(Buffer.from(aaguid.replaceAll('-', ''), 'hex'), uint16(id.length), id, coseKey)
      const authData = concat(
        await authenticatorData(rp.id, 0x40, changes, changes.counter ?? counter),
        attested,
      )
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, origin, changes))
      return credential(id, {
        clientDataJSON,
        attestationObject: base64url(encode(attestation)),
        transports: ['internal', 'hybrid'],
      })
    },
    async get(options, changes = {}) {
      const { challenge, rpId } = options as { challenge: string; rpId: string }
      counter = changes.counter ?? counter + 1
      const authData = await authenticatorData(rpId, 0, changes, counter)
      const client = clientData('webauthn.get', challenge, origin, changes)
      const signed = concat(authData, await sha256(client))
      const signature = await sign(signed, changes.key ?? privateKey, changes.hasShortSignature ?? false)
      return credential(id, {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: undefined,
      })
    },
  }
}

/** Returns a private key that belongs to no passkey. */
export async function unrelatedKey(): Promise<CryptoKey> {
  return ((await crypto.subtle.generateKey(ES256, false, ['sign', 'verify'])) as CryptoKeyPair).privateKey
}

function credential(id: Bytes, response: object): object {
  return {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    response,
    clientExtensionResults: {},
    authenticatorAttachment: 'platform',
  }
}

/** @see https://www.w3.org/TR/webauthn-3/#dictionary-client-data */
function clientData(
  defaultType: string,
  defaultChallenge: string,
  defaultOrigin: string,
  changes: Changes,
): Bytes {
  const { type = defaultType, challenge = defaultChallenge, origin = defaultOrigin } = changes
  return utf8(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...changes.clientData }))
}

/** @see https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
async function authenticatorData(
  defaultRpId: string,
  extraFlags: number,
  changes: Changes,
  counter: number,
): Promise<Bytes> {
  const { rpId = defaultRpId, isPresent = true, isVerified = true } = changes
  const flags = (isPresent ? 0x01 : 0) | (isVerified ? 0x04 : 0) | extraFlags
  const count = new Uint8Array(4)
  new DataView(count.buffer).setUint32(0, counter)
  return concat(await sha256(utf8(rpId)), Uint8Array.of(flags), count)
}

/**
 * Encodes a public key in COSE format.
 * @see https://www.rfc-editor.org/rfc/rfc9053#section-7.1.1
 */
async function encodeKey(publicKey: CryptoKey): Promise<Bytes> {
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  return encode(
    new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point.subarray(1, 33)],
      [-3, point.subarray(33, 65)],
    ]),
  )
}

async function sign(data: Bytes, key: CryptoKey, short: boolean): Promise<Bytes> {
  while (true) {
    const raw = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, data))
    const halves = [raw.subarray(0, 32), raw.subarray(32)] as const
    if (short && !halves.some(([first]) => first === 0)) continue
    const integers = halves.map(derInteger)
    const length = integers.reduce((sum, integer) => sum + integer.length, 0)
    return concat(Uint8Array.of(0x30, length), ...integers)
  }
}

/** Encodes a non-negative integer in DER, in as few bytes as possible. */
function derInteger(bytes: Uint8Array): Bytes {
  const start = bytes.findIndex((byte) => byte !== 0)
  const digits = bytes.subarray(start)
  const padded = (digits[0] ?? 0) > 0x7f ? concat(Uint8Array.of(0), digits) : concat(digits)
  return concat(Uint8Array.of(0x02, padded.length), padded)
}

/**
 * Encodes a value in CBOR, as far as passkeys need it.
 * @see https://www.rfc-editor.org/rfc/rfc8949
 */
function encode(value: Cbor): Bytes {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return concat(head(3, utf8(value).length), utf8(value))
  if (value instanceof Uint8Array) return concat(head(2, value.length), value)
  return concat(head(5, value.size), ...[...value].flat().map(encode))
}

function head(major: number, argument: number): Bytes {
  if (argument < 24) return Uint8Array.of((major << 5) | argument)
  if (argument < 256) return Uint8Array.of((major << 5) | 24, argument)
  return concat(Uint8Array.of((major << 5) | 25), uint16(argument))
}

function uint16(value: number): Bytes {
  return Uint8Array.of(value >> 8, value & 0xff)
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function concat(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts))
}
