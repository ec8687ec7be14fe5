import { signInPage, tooLargeBody } from './answers.ts'
import { isAskedForByHead, isEnded, isRead, isRenewed, isTamperedWith } from './session.ts'
import { withMail, withOpenId, withPassword } from './sign-in.ts'

/** What came of a step; without a problem it passed. */
export interface Outcome {
  readonly step: string
  readonly problem?: string
}

/** Everything that has to work wherever the core runs. */
export const steps: Readonly<Record<string, () => Promise<void>>> = {
  'signs in at an OpenID provider [P-OA-1, P-OA-2, P-OA-3, P-OA-5]': withOpenId,
  'signs in with a password [§12.2, §3 POST /callback/<id> credentials]': withPassword,
  'signs in with a link from a mail, with sessions in a database [§12.1, ST-11]': withMail,
  'reads a fresh session and leaves it alone [§13.3, P-PG-5]': isRead,
  'renews a session after updateAge [SES-5, SES-6]': isRenewed,
  'answers HEAD without body or effect [P-HT-1, P-CS-6]': isAskedForByHead,
  'takes a cookie that was changed for none [§13.1]': isTamperedWith,
  'signs out [ST-12, §13.5]': isEnded,
  'shows its sign-in page under a policy [§3 GET /signin, P-PG-3]': signInPage,
  'refuses a body that is too large [P-DS-1]': tooLargeBody,
}

/** Takes all steps, one after the other, for one of them moves the clock. Needs nothing of its run time but Web standards. */
export async function smoke(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [step, take] of Object.entries(steps)) {
    const problem = await take().then(
      () => undefined,
      (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
    outcomes.push({ step, problem })
  }
  return outcomes
}
