import type { TestProject } from 'vitest/node'
import { startSites } from './sites.ts'

/** Starts the application in `site/` with SvelteKit 3. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return startSites(project, { number: '3' })
}
