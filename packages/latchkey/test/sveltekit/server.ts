import type { TestProject } from 'vitest/node'
import { startSites } from './sites.ts'

/** The application in `site/`, on SvelteKit 3. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return startSites(project, { number: '3' })
}
