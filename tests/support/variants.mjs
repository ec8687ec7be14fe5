/**
 * Whether each variant is tested. A variant repeats tests whose code another one has run already,
 * with another database, driver or framework: together they take longer than a contributor waits.
 * `LATCHKEY_VARIANTS=all npm run test:all` runs everything, as the workflow `variants` does each week.
 */
export const TESTS_ALL_VARIANTS = process.env.LATCHKEY_VARIANTS === 'all'

/**
 * Returns the variants to test: those that `npm run test:all` runs, or all.
 *
 * @template V
 * @param {readonly V[]} variants
 * @param {(variant: V) => boolean} isChosen whether `npm run test:all` runs it
 * @param {boolean} [all]
 * @returns {V[]}
 * @throws {Error} when `npm run test:all` would run none
 */
export function chosenVariants(variants, isChosen, all = TESTS_ALL_VARIANTS) {
  const chosen = variants.filter(isChosen)
  if (chosen.length === 0) throw new Error('Choose at least one variant for `npm run test:all`.')
  return all ? [...variants] : chosen
}
