import { chosenVariants } from '@latchkey/test-support/variants.mjs'

/**
 * Returns the applications to build. `npm run test:all` builds one for each guide, because a build takes
 * seconds and the guides share their parts; `LATCHKEY_VARIANTS=all` builds all.
 *
 * @param framework the one that `npm run test:all` builds
 * @throws {Error} when no application has this framework
 */
export function chosenApplications<const A extends { readonly name: string }>(
  applications: readonly A[],
  framework: A['name'],
): readonly A[] {
  return chosenVariants(applications, ({ name }) => name === framework)
}
