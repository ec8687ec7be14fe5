import { type Changes, createPasskey, type Passkey } from '@latchkey/test-support/kit/authenticator.ts'
import { parseJson } from '../response.ts'
import type { Run } from '../run.ts'
import { send } from '../send.ts'
import { getCsrfToken } from './requests.ts'
import type { StepTable } from './step-table.ts'

export interface PasskeySteps {
  /** Registers the first passkey of the visitor. */
  registerPasskey: { readonly email: string }
  /**
   * Requests options and lets a passkey respond to them. The response is in `passkeyResponse`, for the
   * request of the case to send.
   */
  preparePasskey: {
    readonly action: Action
    readonly email?: string
    readonly passkey?: string
    readonly changes?: Changes
  }
  /** Requests options and keeps their challenge. */
  getPasskeyOptions: { readonly action: Action; readonly email?: string }
  /** Signs the challenge of the last options, whatever they were for. */
  signPasskeyChallenge: object
}

type Action = 'authenticate' | 'register'

export const passkeySteps: StepTable<PasskeySteps> = {
  async registerPasskey(run, { email }) {
    await prepare(run, { action: 'register', email })
    await send(run, {
      method: 'POST',
      path: '{{basePath}}/callback/passkey',
      form: 'own',
      headers: { 'content-type': 'application/json' },
      body: { action: 'register', data: '{{passkeyResponse}}', csrfToken: '{{csrfToken}}' },
    })
  },
  preparePasskey: prepare,
  getPasskeyOptions: requestChallenge,
  signPasskeyChallenge: (run) => respondWithPasskey(run, { action: 'authenticate' }),
}

async function prepare(run: Run, given: PasskeySteps['preparePasskey']): Promise<void> {
  await requestChallenge(run, given)
  await respondWithPasskey(run, given)
}

async function requestChallenge(
  run: Run,
  { action, email }: PasskeySteps['getPasskeyOptions'],
): Promise<void> {
  const query = new URLSearchParams({ action, ...(email && { email }) })
  const path = `{{basePath}}/webauthn-options/passkey?${query}`
  const { text } = await send(run, { method: 'GET', path })
  const { options } = (parseJson(text) ?? {}) as { options?: { challenge: string } }
  if (options !== undefined) run.variables.challenge = options.challenge
}

async function respondWithPasskey(
  run: Run,
  { action, passkey: name = 'first', changes }: PasskeySteps['preparePasskey'],
): Promise<void> {
  const passkey = await findPasskey(run, name)
  const rpId = new URL(run.app.origin).hostname
  const options = { challenge: run.variables.challenge, rpId, rp: { id: rpId } }
  const create = action === 'register' ? passkey.create : passkey.get
  run.variables.passkeyResponse = JSON.stringify(await create(options, changes))
  await getCsrfToken(run)
}

async function findPasskey(run: Run, name: string): Promise<Passkey> {
  run.passkeys[name] ??= await createPasskey(run.app.origin)
  return run.passkeys[name]
}
