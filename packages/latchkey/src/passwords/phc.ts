/** The parts of a hash in the PHC string format. */
export interface PhcHash {
  readonly id: string
  readonly version: number | undefined
  readonly parameters: Readonly<Record<string, number>>
  readonly salt: Buffer
  readonly hash: Buffer
}

const FORMAT =
  /^\$([a-z\d-]{1,32})(?:\$v=(\d{1,5}))?\$((?:[a-z]{1,32}=\d{1,10})(?:,[a-z]{1,32}=\d{1,10})*)\$([A-Za-z\d+/]{2,128}={0,2})\$([A-Za-z\d+/]{16,512}={0,2})$/

/**
 * Returns the parts of a hash, or `undefined` if it is no PHC string with numbers as parameters.
 *
 * @see https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
 */
export function readPhc(text: string): PhcHash | undefined {
  const [isPhc, id = '', version, parameters = '', salt = '', hash = ''] = FORMAT.exec(text) ?? []
  if (isPhc === undefined) return undefined
  return {
    id,
    version: version === undefined ? undefined : Number(version),
    parameters: Object.fromEntries(parameters.split(',').map(toParameter)),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

/** Returns a hash as a PHC string. */
export function toPhc({ id, version, parameters, salt, hash }: PhcHash): string {
  const costs = Object.entries(parameters).map(([name, value]) => `${name}=${value}`)
  const parts = [id, ...(version === undefined ? [] : [`v=${version}`]), costs.join(',')]
  return `$${[...parts, toBase64(salt), toBase64(hash)].join('$')}`
}

function toParameter(text: string): [string, number] {
  const [name = '', value] = text.split('=')
  return [name, Number(value)]
}

function toBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
