const MAX_ADDRESS_LENGTH = 254
/** Characters that some mail software takes for the end of an address, a comment or a second one; and halves of one, which have no UTF-8. */
const AMBIGUOUS = /[\s"`,;:<>()[\]\\\p{Cc}\p{Cf}\p{Cs}]/u
const DOMAIN =
  /^(?=.{1,253}$)[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*$/u

/**
 * An e-mail address in the one form in which it is stored, compared and written to; `undefined` when it is none, or could be read as two.
 * What follows a comma in the domain is cut off, as existing deployments do.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.1 lengths
 */
export function normalizeEmail(input: unknown): string | undefined {
  if (typeof input !== 'string' || input.length > 320) return undefined
  // Look-alikes of "@" become one here, before they are counted. Of some letters only the small one is composed, so it is composed again.
  const [local = '', domainAndRest, ...others] = input
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .trim()
    .split('@')
  const domain = domainAndRest?.split(',', 1)[0] ?? ''
  if (others.length > 0 || local === '' || local.length > 64 || AMBIGUOUS.test(local) || !DOMAIN.test(domain))
    return undefined
  // An encoded word in a mail's header could hide another address.
  if (local.includes('=?') || local.length + 1 + domain.length > MAX_ADDRESS_LENGTH) return undefined
  return `${local}@${domain}`
}
