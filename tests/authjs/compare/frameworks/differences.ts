import type { ListedDifference } from '../listed-difference.ts'
import { NEXT_DIFFERENCES } from './next-differences.ts'
import { SVELTEKIT_DIFFERENCES } from './sveltekit-differences.ts'

/** The differences of the integrations, in addition to those of the core. */
export const FRAMEWORK_DIFFERENCES: readonly ListedDifference[] = [
  ...NEXT_DIFFERENCES,
  ...SVELTEKIT_DIFFERENCES,
]
