import { isolateEnvironment } from '@latchkey/test-support/kit/environment.ts'
import { afterEach, beforeEach, describe, expect, it, type TestContext, vi } from 'vitest'
import { type Case, readGroups, type Variant } from './case.ts'
import { runCase } from './run-case.ts'
import { ImpossibleRequest } from './send.ts'

/** What the profile of a case adds to the application. */
export type Part = 'with database' | 'with passkeys' | 'without database'

/**
 * Defines a test for each case and variant of a part. A test file has one part: what the library
 * keeps in its modules must not reach cases of another.
 */
export function testCases(part: Part): void {
  isolateEnvironment()
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  for (const { name, cases } of readGroups()) {
    const ours = cases.filter((attack) => choosePart(attack) === part)
    if (ours.length > 0) describe(name, () => ours.forEach(testCase))
  }
}

function choosePart({ profile }: Case): Part {
  if (profile.includes('webauthn')) return 'with passkeys'
  return profile.includes('db') ? 'with database' : 'without database'
}

function testCase(attack: Case): void {
  const title = `${attack.id} ${attack.title}`
  if (attack.variants)
    describe(title, () => {
      for (const variant of attack.variants ?? []) testVariant(variant.title, attack, variant)
    })
  else testVariant(title, attack)
}

function testVariant(title: string, attack: Case, variant?: Variant): void {
  const accepted = attack.accepted ?? variant?.accepted
  const reason = accepted ?? attack.elsewhere
  const options = { retry: limitsTime(attack) ? 2 : 0 }
  it(reason === undefined ? title : `${title}. ${reason}`, options, async (context) => {
    context.skip(attack.elsewhere !== undefined, attack.elsewhere)
    const problems = await runOrSkip(context, attack, variant)
    if (accepted === undefined) expect(problems).toEqual([])
    else expect(problems, 'This response is no longer an exception: remove `accepted`.').not.toEqual([])
  })
}

/** On a busy machine, a fast response can take long. A slow one takes long each time. */
function limitsTime({ checks }: Case): boolean {
  return checks.some((check) => 'maxMilliseconds' in check)
}

async function runOrSkip({ skip }: TestContext, attack: Case, variant?: Variant): Promise<string[]> {
  try {
    return await runCase(attack, variant)
  } catch (error) {
    if (error instanceof ImpossibleRequest) return skip(`${error.message}: ${error.cause}`)
    throw error
  }
}
