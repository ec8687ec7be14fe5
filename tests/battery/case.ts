import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Check } from './checks/checks.ts'
import type { Faults } from './identity-provider.ts'
import type { CaseRequest } from './request.ts'
import type { Step } from './steps/steps.ts'

/** An attack, or a positive control: what happens before, one request, and what must hold after it. */
export interface Case {
  readonly id: string
  readonly title: string
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'info'
  /** Ids in `packages/latchkey/test/spec/statements.tsv`. Positive controls prove none. */
  readonly proves?: readonly string[]
  /** Another test of the same, for cases that need more than requests. */
  readonly elsewhere?: string
  /** The configuration of the application: words of `profiles.ts`, joined by `+`. */
  readonly profile: string
  /** What the steps do, in words. */
  readonly setup?: string
  /** What the checks require, in words. */
  readonly expect: string
  readonly provider?: Faults
  readonly steps?: readonly Step[]
  readonly request: CaseRequest
  /** The case runs once for each. */
  readonly variants?: readonly Variant[]
  /** How often the request is sent, one after the other or at the same time. */
  readonly repeat?: number
  readonly concurrent?: number
  readonly checks: readonly Check[]
  /** Why the library responds differently on purpose. At least one check must fail. */
  readonly accepted?: string
}

/** Adds headers to the request of a case, variables, and steps that come first. */
export interface Variant {
  readonly title: string
  readonly headers?: Readonly<Record<string, string>>
  readonly variables?: Readonly<Record<string, string>>
  readonly steps?: readonly Step[]
  readonly accepted?: string
}

/** Cases about one subject: a file in `cases/`. */
export interface Group {
  readonly name: string
  readonly cases: readonly Case[]
}

/** Returns all cases. The positive controls come first. */
export function readGroups(): Group[] {
  const folder = join(import.meta.dirname, 'cases')
  const files = globSync('*.json', { cwd: folder }).sort()
  const groups = files.map((file) => ({
    name: basename(file, '.json'),
    cases: JSON.parse(readFileSync(join(folder, file), 'utf8')) as Case[],
  }))
  return groups.sort((a, b) => Number(b.name === 'controls') - Number(a.name === 'controls'))
}
