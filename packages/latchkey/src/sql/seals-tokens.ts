/**
 * The key that marks an adapter of Latchkey. The tokens in its rows are encrypted, because no code
 * of another library reads them.
 */
export const sealsTokens: unique symbol = Symbol.for('latchkey.sealsTokens')

/** Marks an adapter of Latchkey. */
export function sealing<T extends object>(adapter: T): T {
  return Object.assign(adapter, { [sealsTokens]: true })
}
