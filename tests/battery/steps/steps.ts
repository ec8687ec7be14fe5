import type { Run } from '../run.ts'
import { type ApplicationSteps, applicationSteps } from './application.ts'
import { type CookieSteps, cookieSteps } from './cookies.ts'
import { type PasskeySteps, passkeySteps } from './passkeys.ts'
import { type RequestSteps, requestSteps } from './requests.ts'
import { type SignInSteps, signInSteps } from './sign-in.ts'
import type { StepTable } from './step-table.ts'

type Steps = ApplicationSteps & CookieSteps & PasskeySteps & RequestSteps & SignInSteps

/** What happens before the request of a case: the name of a step, and its arguments. */
export type Step = { [Name in keyof Steps]: { readonly step: Name } & Steps[Name] }[keyof Steps]

const STEPS: StepTable<Steps> = {
  ...applicationSteps,
  ...cookieSteps,
  ...passkeySteps,
  ...requestSteps,
  ...signInSteps,
}

export async function takeStep(run: Run, { step, ...given }: Step): Promise<void> {
  const take = STEPS[step] as ((run: Run, given: object) => unknown) | undefined
  if (take === undefined) throw new Error(`No step is called "${step}".`)
  await take(run, given)
}
