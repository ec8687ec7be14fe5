import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADDITIONAL } from './additional.ts'
import type { Case, Rejected, ResponseMode } from './case.ts'
import type { Module } from './module.ts'
import { BACK_CHANNEL } from './modules-backchannel.ts'
import { BASIC } from './modules-basic.ts'
import { CODE_FLOW, FRONT_CHANNEL } from './modules-code-flow.ts'
import { CONFIGURATION } from './modules-configuration.ts'
import { RP_LOGOUT } from './modules-rp-logout.ts'
import { runCase } from './run-case.ts'
import { MODULES } from './table.ts'

afterEach(() => vi.useRealTimers())

const ACCEPTED = { type: 'accepted' }

/** Runs the case. For a rejection, the control comes first: the same sign-in without the fault. */
async function expectOutcome(test: Case, mode: ResponseMode): Promise<void> {
  const { control = {}, rejected } = test
  if (rejected !== undefined && control !== null) {
    const { outcome } = await runCase({ ...test, provider: control }, mode)
    expect(outcome, 'the same sign-in at a provider without the fault').toEqual(ACCEPTED)
  }
  const run = await runCase(test, mode)
  expect(run.outcome).toEqual(rejected === undefined ? ACCEPTED : rejection(rejected))
  expect(test.observe?.(run)).toEqual(test.observed)
}

function rejection({ because, page, error, logged }: Rejected): object {
  return {
    type: 'rejected',
    page: page ?? '/auth/error',
    error: error ?? 'Configuration',
    logged: [logged ?? 'CallbackRouteError'],
    because: expect.stringContaining(because),
  }
}

function listCases(modules: readonly Module[]): readonly (readonly [string, Case])[] {
  return modules.flatMap(({ module, cases = [] }) =>
    cases.map((test) => [`${module}: ${test.title}`, test] as const),
  )
}

describe('relying-party conformance', () => {
  // proves P-OA-2, P-OA-3, P-OA-5, P-SC-3
  it.each(listCases(BASIC))('%s', (_, test) => expectOutcome(test, 'query'))

  // proves P-OA-3, P-OA-5
  it.each(listCases(BASIC))('%s, with form_post', (_, test) => expectOutcome(test, 'form_post'))

  // proves P-OA-5, P-OA-9
  it.each(listCases(CONFIGURATION))('%s', (_, test) => expectOutcome(test, 'query'))

  // proves P-OA-5, AUD-F24, AUD-D8
  it.each(listCases([...CODE_FLOW, ...FRONT_CHANNEL]))('%s', (_, test) =>
    expectOutcome(test, test.mode ?? 'query'),
  )

  // proves OUT-1, OUT-2
  it.each(listCases(RP_LOGOUT))('%s', (_, test) => expectOutcome(test, 'query'))

  // proves OUT-8, OUT-9
  it.each(listCases(BACK_CHANNEL))('%s', (_, test) => expectOutcome(test, 'query'))

  // proves P-OA-1, P-OA-3, P-OA-4, P-OA-5, P-OA-7, P-OA-9, P-OA-12, P-CS-5, §10.2, §10.2 f
  // proves §14 InvalidCheck, §14 CallbackRouteError
  it.each(ADDITIONAL.map((test) => [test.title, test] as const))('%s', (_, test) =>
    expectOutcome(test, 'query'),
  )

  it('has one row for each module, with a test or with the reason why there is none', () => {
    const names = MODULES.map(({ module }) => module)
    expect(new Set(names).size).toBe(names.length)
    const unclear = MODULES.filter(({ cases, notApplicable, notBuilt }) =>
      notApplicable || notBuilt ? notApplicable && notBuilt : !cases?.length,
    )
    expect(unclear).toEqual([])
  })
})
