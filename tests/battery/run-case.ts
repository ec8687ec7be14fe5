import { vi } from 'vitest'
import type { Case, Variant } from './case.ts'
import { findProblems } from './checks/checks.ts'
import { createIdentityProvider } from './identity-provider.ts'
import type { ReceivedResponse } from './response.ts'
import { type Run, startRun } from './run.ts'
import { send, sendOnly } from './send.ts'
import { storeLate } from './steps/requests.ts'
import { takeStep } from './steps/steps.ts'
import { createTarget } from './target.ts'
import { fillIn } from './template.ts'

/**
 * Runs a case in an application of its own.
 *
 * @returns what is wrong after the request
 */
export async function runCase(attack: Case, variant: Omit<Variant, 'title'> = {}): Promise<string[]> {
  const steps = [...(variant.steps ?? []), ...(attack.steps ?? [])]
  const options = steps.find(({ step }) => step === 'createApplication') ?? {}
  const app = createTarget(attack.profile, options)
  const provider = createIdentityProvider(fillIn(attack.provider ?? {}, {}))
  const run = startRun(app, provider, variant.variables)
  vi.stubGlobal('fetch', provider.fetch)
  recordConsole(app.logs)
  for (const step of steps) await takeStep(run, step)
  const all = await sendAll(run, withHeaders(attack, variant))
  const response = all.at(-1)
  if (response === undefined) throw new Error('The case sends no request.')
  return findProblems({ run, response, all }, attack.checks)
}

function withHeaders(attack: Case, { headers }: Omit<Variant, 'title'>): Case {
  return { ...attack, request: { ...attack.request, headers: { ...attack.request.headers, ...headers } } }
}

async function sendAll(run: Run, attack: Case): Promise<ReceivedResponse[]> {
  const { request, concurrent, repeat = 1 } = attack
  if (concurrent !== undefined) {
    const all = await Promise.all(Array.from({ length: concurrent }, () => sendOnly(run, request)))
    for (const response of all) storeLate(run, response)
    return all
  }
  const all: ReceivedResponse[] = []
  for (let index = 0; index < repeat; index++) {
    run.variables.index = String(index)
    all.push(await send(run, request))
  }
  return all
}

/** What the library writes without its logger is checked like its log. */
function recordConsole(logs: string[]): void {
  for (const level of ['log', 'warn', 'error', 'debug', 'info'] as const)
    vi.spyOn(console, level).mockImplementation((...entries) => {
      logs.push([level, ...entries].join(' '))
    })
}
