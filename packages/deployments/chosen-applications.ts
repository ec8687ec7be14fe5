/** Whether each guide is run with each of its frameworks. */
const RUNS_ALL = process.env.LATCHKEY_DEPLOYMENTS === 'all'

/**
 * Returns the applications to build. `npm test` builds one for each guide, because a build takes
 * seconds and the guides share their parts; `npm run prove -- deployments` builds all.
 *
 * @param framework the one that `npm test` builds
 * @throws {Error} when no application has this framework
 */
export function chosenApplications<const A extends { readonly name: string }>(
  applications: readonly A[],
  framework: A['name'],
): readonly A[] {
  const chosen = applications.filter(({ name }) => RUNS_ALL || name === framework)
  if (chosen.length === 0) throw new Error(`No application has the framework ${framework}.`)
  return chosen
}
