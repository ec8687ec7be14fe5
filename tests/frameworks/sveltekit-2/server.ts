import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startSites } from '../sveltekit/sites.ts'

/** Starts the application of the SvelteKit 3 tests on SvelteKit 2. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  const modules = join(import.meta.dirname, 'node_modules')
  return startSites(project, { number: '2', modules, application: join(import.meta.dirname, 'application') })
}
