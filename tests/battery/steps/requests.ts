import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import { isDeletion } from '../cookie-jar.ts'
import type { CaseRequest } from '../request.ts'
import { parseJson, type ReceivedResponse } from '../response.ts'
import { collectValues, type Run } from '../run.ts'
import { send, sendOnly } from '../send.ts'
import { fillIn } from '../template.ts'
import type { StepTable } from './step-table.ts'

export interface RequestSteps {
  send: { readonly request: CaseRequest }
  /** Sends two requests, the second after `delay` milliseconds. The cookies of the first arrive last. */
  race: { readonly first: CaseRequest; readonly second: CaseRequest; readonly delay: string }
  /** Stores the token as the variable `as`. Default: `csrfToken`. */
  getCsrfToken: { readonly as?: string }
  setVariable: { readonly as: string; readonly value: string }
  advanceClock: { readonly seconds: number }
}

export const requestSteps: StepTable<RequestSteps> = {
  send: (run, { request }) => send(run, request),
  async race(run, { first, second, delay }) {
    const slow = sendOnly(run, first)
    await sleep(Number(fillIn(delay, collectValues(run))))
    await send(run, second)
    storeLate(run, await slow)
  },
  getCsrfToken: (run, { as }) => getCsrfToken(run, as),
  setVariable(run, { as, value }) {
    run.variables[as] = fillIn(value, collectValues(run))
  },
  advanceClock(_, { seconds }) {
    vi.setSystemTime(Date.now() + seconds * 1000)
  },
}

/** Requests a CSRF token, and stores it and its cookie as variables. */
export async function getCsrfToken(run: Run, name = 'csrfToken'): Promise<void> {
  const { text } = await send(run, { method: 'GET', path: '{{basePath}}/csrf' })
  run.variables[name] = (parseJson(text) as { csrfToken: string }).csrfToken
  run.variables.csrfCookie = run.jar.get(run.app.cookies.csrf)
}

/** Stores the cookies of a response whenever it was sent. */
export function storeLate(run: Run, { cookies }: ReceivedResponse): void {
  for (const cookie of cookies) {
    if (isDeletion(cookie)) run.jar.delete(cookie.name)
    else run.jar.set(cookie.name, cookie.value)
  }
}
