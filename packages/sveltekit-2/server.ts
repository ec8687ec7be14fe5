import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startSites } from '../latchkey/test/sveltekit/sites.ts'

/** The same application as on SvelteKit 3, on SvelteKit 2. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  const modules = join(import.meta.dirname, 'node_modules')
  return startSites(project, { number: '2', modules, application: join(import.meta.dirname, 'application') })
}
