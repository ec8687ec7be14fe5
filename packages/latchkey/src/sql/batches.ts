/**
 * The maximum number of rows that one statement deletes, so that other writes do not wait for long.
 */
const BATCH = 1000

/**
 * Deletes rows in batches, until none are left or the limit is reached.
 *
 * @param limit the maximum number of rows to delete; default: all
 * @param deleteSome deletes at most the given number of rows, and returns how many it deleted
 * @returns the number of deleted rows
 * @throws {TypeError} if the limit is not a number above 0
 */
export async function deleteInBatches(
  limit: number = Number.POSITIVE_INFINITY,
  deleteSome: (most: number) => Promise<number>,
): Promise<number> {
  if (typeof limit !== 'number' || !(limit > 0))
    throw new TypeError(`The \`clean\` limit is ${String(limit)}. Pass a number above 0, or none.`)
  let deleted = 0
  while (deleted < limit) {
    const most = Math.min(BATCH, limit - deleted)
    const found = await deleteSome(most)
    deleted += found
    if (found < most) break
  }
  return deleted
}
