import { BASE } from '@latchkey/test-support/kit/app.ts'
import { Browser } from '@latchkey/test-support/kit/browser.ts'
import { readSession, signInAt } from '@latchkey/test-support/kit/sign-in.ts'
import memory from 'latchkey/adapters/memory'
import { COLUMNS, code, duration, section } from './render.ts'
import { EMAIL, findError, requestLink, type Setup, setUp } from './setup.ts'

/** Describes who gets access to which user. */
export async function accounts(): Promise<string> {
  return section('Accounts and passkeys', COLUMNS, [
    [
      'A new account with the verified address of a user',
      await sameAddress(),
      code('allowDangerousEmailAccountLinking'),
    ],
    [
      'Access that was added before the address was verified',
      await earlierAccess(),
      code('unverifiedAccounts'),
    ],
    [
      'Sign-up with an address that its provider calls unverified, if access cannot be removed',
      await unremovable(),
      code('unverifiedAccounts'),
    ],
    ['A visitor registers a passkey', await visitorRegisters(), '`registration` of the provider'],
    ...(await passkeyOptions()),
  ])
}

const claims = (sub: string, isVerified: boolean): Record<string, unknown> => ({
  sub,
  email: EMAIL,
  email_verified: isVerified,
})

async function sameAddress(): Promise<string> {
  const setup = setUp()
  await setup.browser.get(await requestLink(setup))
  const mallory = new Browser(setup.app)
  const response = await signInAt(setup.idp, mallory, { claims: claims('mallory', true) })
  return (await readSession(mallory)) === null
    ? `is refused: ${code(findError(response) ?? '')}`
    : 'is linked'
}

async function earlierAccess(): Promise<string> {
  const setup = setUp()
  const mallory = new Browser(setup.app)
  await signInAt(setup.idp, mallory, { claims: claims('mallory', false) })
  if ((await readSession(mallory)) === null) return 'is refused'
  await setup.browser.get(await requestLink(setup))
  await signInAt(setup.idp, mallory, { claims: claims('mallory', false) })
  return (await readSession(mallory)) === null ? 'is removed, if the adapter has the methods' : 'remains'
}

async function unremovable(): Promise<string> {
  const setup = setUp({ adapter: { ...memory(), deleteAccountsByUserId: undefined } })
  const response = await signInAt(setup.idp, setup.browser, { claims: claims('mallory', false) })
  return (await readSession(setup.browser)) === null
    ? `is refused: ${code(findError(response) ?? '')}`
    : 'is allowed'
}

async function visitorRegisters(): Promise<string> {
  const response = await requestOptions(setUp(), `action=register&email=${EMAIL}`)
  return response.status === 200 ? 'is allowed' : 'is refused'
}

async function requestOptions({ browser }: Setup, query: string): Promise<Response> {
  return browser.get(`${BASE}/webauthn-options/passkey?${query}`)
}

interface Options {
  readonly challenge: string
  readonly timeout: number
  readonly userVerification?: string
  readonly authenticatorSelection?: { readonly userVerification: string; readonly residentKey: string }
  readonly attestation?: string
  readonly pubKeyCredParams?: readonly { readonly alg: number }[]
}

async function passkeyOptions(): Promise<string[][]> {
  const setup = setUp()
  await signInAt(setup.idp, setup.browser)
  const read = async (action: string): Promise<Options> =>
    ((await (await requestOptions(setup, `action=${action}`)).json()) as { options: Options }).options
  const [register, authenticate] = [await read('register'), await read('authenticate')]
  const selection = register.authenticatorSelection
  const algorithms = register.pubKeyCredParams?.map(({ alg }) => alg).join(', ') ?? ''
  return [
    [
      'Challenge of a passkey',
      `${Buffer.from(authenticate.challenge, 'base64url').length * 8} random bits`,
      '',
    ],
    [
      'Time that a browser gives the user',
      duration(authenticate.timeout / 1000),
      '`authenticationOptions`, `registrationOptions`',
    ],
    ['User verification at sign-in', code(authenticate.userVerification ?? ''), '`authenticationOptions`'],
    ['User verification at registration', code(selection?.userVerification ?? ''), '`registrationOptions`'],
    ['Discoverable key', code(selection?.residentKey ?? ''), '`registrationOptions`'],
    ['Attestation', code(register.attestation ?? ''), '`registrationOptions`'],
    ['Algorithms (COSE)', code(algorithms), '`registrationOptions`'],
  ]
}
