const MAX_ADDRESS_LENGTH = 254
/**
 * Characters that some mail software reads as the end of an address, a comment or a second address,
 * and lone surrogates, which have no UTF-8 encoding.
 */
const AMBIGUOUS = /[\s"`,;:<>()[\]\\\p{Cc}\p{Cf}\p{Cs}]/u
const DOMAIN =
  /^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u
const URL_SUFFIX = '.test'

/**
 * Returns an e-mail address in the normalized form that is stored, compared and used for sending.
 * The domain is in ASCII. Returns `undefined` if the input is invalid or could be read as two
 * addresses. The part of the domain after a comma is removed, as in existing deployments.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 maximum lengths
 */
export function normalizeEmail(input: unknown): string | undefined {
  if (typeof input !== 'string' || input.length > 320) return undefined
  // NFKC turns characters that look like "@" into "@" before they are counted. It runs twice,
  // because some letters have a composed form only in lower case.
  const [local = '', domainAndRest, ...others] = input
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
    .split('@')
  const domain = inAscii(domainAndRest?.split(',', 1)[0] ?? '')
  if (others.length > 0 || local === '' || local.length > 64 || AMBIGUOUS.test(local) || !DOMAIN.test(domain))
    return undefined
  // An encoded word (RFC 2047) in a mail header could hide another address.
  if (local.includes('=?') || local.length + 1 + domain.length > MAX_ADDRESS_LENGTH) return undefined
  return `${local}@${domain}`
}

/**
 * Returns whether a stored user's address is the one that was looked up. Databases may ignore
 * accents when they compare addresses, and so find another user. The application's own
 * normalization may keep capital letters, which databases may also ignore.
 */
export function isSameEmail(stored: unknown, wanted: unknown): boolean {
  if (typeof stored !== 'string' || typeof wanted !== 'string') return false
  return normalizeEmail(stored) === wanted || lowerAscii(stored) === lowerAscii(wanted)
}

/** Other capital letters are not ignored: "K" can be the Kelvin sign, which is another mailbox. */
function lowerAscii(address: string): string {
  return address.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/**
 * Returns a domain in ASCII, as DNS has it: mail software converts some Unicode domains, such as
 * `straße.de`, to different ones. Returns an empty string if the domain is invalid.
 *
 * @see https://url.spec.whatwg.org/#concept-domain-to-ascii
 */
function inAscii(domain: string): string {
  if (!DOMAIN.test(domain) || /^[a-z\d.-]*$/.test(domain)) return domain
  // Without the suffix, a domain that ends in a number would be read as an IPv4 address.
  const url = `http://${domain}${URL_SUFFIX}`
  return URL.canParse(url) ? new URL(url).hostname.slice(0, -URL_SUFFIX.length) : ''
}
