import { encodeGrant } from '../identity-provider.ts'
import type { ReceivedResponse } from '../response.ts'
import type { Run } from '../run.ts'
import { send } from '../send.ts'
import { getCsrfToken } from './requests.ts'
import type { StepTable } from './step-table.ts'

export interface SignInSteps {
  signInWithPassword: { readonly username: string; readonly password: string }
  /**
   * Starts a sign-in at a provider, as the visitor who has the account `sub` there. Its callback is
   * in `callbackQuery`, and the parts of it in variables of their own.
   */
  startSignIn: ProviderSignIn
  /** Completes a sign-in at a provider. */
  signInAtProvider: ProviderSignIn
  /** Requests an e-mail link. Its path is in `linkPath`. The response is saved as `as`. */
  requestLink: { readonly email: string; readonly as?: string }
  requestLinks: { readonly email: string; readonly count: number }
  openLink: object
}

interface ProviderSignIn {
  readonly provider: string
  readonly sub?: string
  readonly email?: string
  readonly emailVerified?: boolean
  readonly callbackUrl?: string
}

export const signInSteps: StepTable<SignInSteps> = {
  async signInWithPassword(run, { username, password }) {
    await getCsrfToken(run)
    await submit(run, '/callback/credentials', { username, password })
  },
  startSignIn,
  async signInAtProvider(run, given) {
    await startSignIn(run, given)
    const path = `{{basePath}}/callback/${given.provider}?{{callbackQuery}}`
    await send(run, { method: 'GET', path })
  },
  requestLink,
  async requestLinks(run, { email, count }) {
    for (let index = 0; index < count; index++) await requestLink(run, { email })
  },
  openLink: (run) => send(run, { method: 'GET', path: '{{linkPath}}' }),
}

async function startSignIn(run: Run, given: ProviderSignIn): Promise<void> {
  const { provider, sub = 'sub-1', email, emailVerified = true, callbackUrl } = given
  await getCsrfToken(run)
  const { location } = await submit(
    run,
    `/signin/${provider}`,
    callbackUrl === undefined ? {} : { callbackUrl },
  )
  const url = URL.parse(location ?? '')
  const read = (name: string): string | undefined => url?.searchParams.get(name) ?? undefined
  const nonce = read('nonce')
  const state = read('state')
  if (email !== undefined) run.provider.emails.set(sub, email)
  const code = encodeGrant({ sub, email: email ?? `${sub}@users.example`, nonce, emailVerified })
  const callbackQuery = new URLSearchParams({ code, ...(state !== undefined && { state }) }).toString()
  Object.assign(run.variables, { code, state, nonce, codeChallenge: read('code_challenge'), callbackQuery })
}

async function requestLink(run: Run, { email, as = 'link' }: SignInSteps['requestLink']): Promise<void> {
  await getCsrfToken(run)
  run.responses[as] = await submit(run, '/signin/email', { email })
  const mail = run.app.mails.at(-1)
  if (mail === undefined) return
  const { pathname, search } = new URL(mail.url)
  Object.assign(run.variables, { linkPath: pathname + search, linkToken: mail.token })
}

function submit(run: Run, path: string, fields: Readonly<Record<string, string>>): Promise<ReceivedResponse> {
  return send(run, {
    method: 'POST',
    path: `{{basePath}}${path}`,
    form: 'own',
    body: { csrfToken: '{{csrfToken}}', ...fields },
  })
}
