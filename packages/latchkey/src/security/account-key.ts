/**
 * Accents, invisible characters and spaces. Many databases ignore them when they compare names.
 *
 * @see https://www.unicode.org/reports/tr10/ Unicode collation
 */
const IGNORED = /[\p{M}\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** A mailbox tag: mail to `ann+shop@example.com` arrives at `ann@example.com`. */
const TAG = /\+[^@]*@/

/**
 * Returns the text under which attempts for an account name or an e-mail address are counted.
 * Spellings that a database or a mail server may treat as the same name have the same key. It does
 * no harm if two different names share a counter.
 */
export function accountKey(name: string): string {
  // Upper case first: it also merges letters such as "ß" and "ſ" with the letters that they stand
  // for.
  const letters = name.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD')
  return letters.replace(IGNORED, '').replace(TAG, '@')
}
