/**
 * The key that marks a Latchkey adapter. The tokens in its rows are encrypted, because no other
 * library's code reads them.
 */
export const sealsTokens: unique symbol = Symbol.for('latchkey.sealsTokens')

/** Marks a Latchkey adapter. */
export function sealing<T extends object>(adapter: T): T {
  return Object.assign(adapter, { [sealsTokens]: true })
}
