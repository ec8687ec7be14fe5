import { signInPage, tooLargeBody } from './responses.ts'
import { ignoresModifiedCookie, readsFreshSession, renewsSession, signsOut, supportsHead } from './session.ts'
import { withEmailLink, withOpenId, withPassword } from './sign-in.ts'

/** The result of a step. It passed if there is no problem. */
export interface Outcome {
  readonly step: string
  readonly problem?: string
}

/** Everything that has to work on every runtime. */
export const steps: Readonly<Record<string, () => Promise<void>>> = {
  // proves P-OA-1, P-OA-2, P-OA-3, P-OA-5
  'signs in with an OpenID provider': withOpenId,
  // proves §12.2, §3 POST /callback/<id> credentials
  'signs in with a password': withPassword,
  // proves §12.1, ST-11
  'signs in with an e-mail link and a database session': withEmailLink,
  // proves §13.3, P-PG-5
  'reads a fresh session without renewing it': readsFreshSession,
  // proves SES-5, SES-6
  'renews a session after updateAge': renewsSession,
  // proves P-HT-1, P-CS-6
  'responds to HEAD without a body or side effects': supportsHead,
  // proves §13.1
  'ignores a modified cookie': ignoresModifiedCookie,
  // proves ST-12, §13.5
  'signs out': signsOut,
  // proves §3 GET /signin, P-PG-3
  'shows the sign-in page with a Content-Security-Policy': signInPage,
  // proves P-DS-1
  'rejects a body that is too large': tooLargeBody,
}

/**
 * Runs all steps one after the other, because one of them changes the clock. Requires only Web
 * standards.
 */
export async function smoke(): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const [step, run] of Object.entries(steps)) {
    const problem = await run().then(
      () => undefined,
      (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
    )
    outcomes.push({ step, problem })
  }
  return outcomes
}
