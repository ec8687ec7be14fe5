import type {
  AddressChangeForm,
  AddressChangeResult,
  CompletedSignIn,
  FormResult,
  RequiredFields,
  ResetForm,
  SignUpCode,
  SignUpForm,
  SignUpLink,
} from './form-types.ts'
import { sendForm } from './send-form.ts'
import type { Client } from './types.ts'

export type { PasswordReason } from '../errors/passwords.ts'
export type { AddressSide } from '../types/user-email.ts'
export type {
  AddressChangeForm,
  AddressChangeResult,
  CompletedSignIn,
  FormResult,
  RequiredFields,
  ResetForm,
  SignUpCode,
  SignUpForm,
  SignUpLink,
} from './form-types.ts'
export type { Client, ClientOptions, SignInResponse } from './types.ts'

/**
 * Starts a sign-up: sends a code and a link to the address. The result is the same for an address
 * that has an account. Ask for the code next: `confirmSignUp`.
 *
 * @example
 * ```ts
 * import { signUp } from 'latchkey/client/forms'
 * import { client } from 'latchkey/react'
 *
 * const { ok, field, reason } = await signUp(client, {
 *   email: 'ada@example.com',
 *   password: 'violet harbour 71 lamps',
 * })
 * if (reason === 'short') console.log(`The ${field} is too short.`)
 * ```
 * @throws {TypeError} if `client` is not a client of Latchkey
 */
export async function signUp(client: Client, form: SignUpForm | FormData): Promise<FormResult> {
  return (await sendForm(client, 'signup', form, false)).result
}

/**
 * Creates the user with the code or the link from the e-mail, and signs the user in. Components and
 * other tabs then show the session.
 *
 * @example
 * ```ts
 * import { confirmSignUp } from 'latchkey/client/forms'
 * import { client } from 'latchkey/react'
 *
 * const { ok, url } = await confirmSignUp(client, { code: '1234 5678' })
 * if (ok && url) location.href = url
 * ```
 * @throws {TypeError} if `client` is not a client of Latchkey
 */
export async function confirmSignUp(
  client: Client,
  form: SignUpCode | SignUpLink | FormData,
): Promise<FormResult> {
  return (await sendForm(client, 'signup', form, true)).result
}

/**
 * Sends an e-mail with a link to choose a new password. The result is the same for an address without
 * an account.
 *
 * @example
 * ```ts
 * import { requestPasswordReset } from 'latchkey/client/forms'
 * import { client } from 'latchkey/react'
 *
 * const { ok } = await requestPasswordReset(client, { email: 'ada@example.com' })
 * ```
 * @throws {TypeError} if `client` is not a client of Latchkey
 */
export async function requestPasswordReset(
  client: Client,
  form: { email: string } | FormData,
): Promise<FormResult> {
  return (await sendForm(client, 'reset', form, false)).result
}

/**
 * Sets a new password, on the page that the link in the e-mail opens. All sessions of the user end. With
 * `reset.signIn`, the user is signed in; `url` is otherwise the sign-in page.
 *
 * @example
 * ```ts
 * import { resetPassword } from 'latchkey/client/forms'
 * import { client } from 'latchkey/react'
 *
 * const { email = '', token = '' } = Object.fromEntries(new URLSearchParams(location.search))
 * const { ok, url } = await resetPassword(client, { email, token, password: 'copper meadow 38 kites' })
 * ```
 * @throws {TypeError} if `client` is not a client of Latchkey
 */
export async function resetPassword(client: Client, form: ResetForm | FormData): Promise<FormResult> {
  return (await sendForm(client, 'reset', form, true)).result
}

/**
 * Sends what a sign-in's `requirement` asks for: a second factor, the code for an address, or another
 * password. The sign-in then goes on. If something else is required, `requirement` names it.
 *
 * @example
 * ```ts
 * import { completeSignIn } from 'latchkey/client/forms'
 * import { client, signIn } from 'latchkey/react'
 *
 * const { requirement } = await signIn('password', {
 *   email: 'ada@example.com',
 *   password: 'violet harbour 71 lamps',
 *   redirect: false,
 * })
 * if (requirement === 'secondFactor') await completeSignIn(client, { code: '123 456' })
 * ```
 * @throws {TypeError} if `client` is not a client of Latchkey
 */
export async function completeSignIn(
  client: Client,
  form: RequiredFields | FormData,
): Promise<CompletedSignIn> {
  const { result, body } = await sendForm(client, 'verify', form, true)
  // The server's format.
  const { recoveryCodes, recoveryCodesLeft } = body as Partial<CompletedSignIn>
  return { ...result, recoveryCodes, recoveryCodesLeft }
}

/**
 * Confirms one side of a change of the signed-in user's e-mail address, which your server started with
 * `user.email.change`. When both sides are confirmed, the address changes.
 *
 * @example
 * ```ts
 * import { confirmAddressChange } from 'latchkey/client/forms'
 * import { client } from 'latchkey/react'
 *
 * const { ok, waitsFor } = await confirmAddressChange(client, { code: '1234 5678' })
 * if (waitsFor.includes('current')) console.log('Enter the code from the other e-mail.')
 * ```
 * @throws {TypeError} if `client` is not a client of Latchkey
 */
export async function confirmAddressChange(
  client: Client,
  form: AddressChangeForm | FormData,
): Promise<AddressChangeResult> {
  const { result, body } = await sendForm(client, 'change-email', form, true)
  // The server's format.
  const { isChanged = false, waitsFor = [] } = body as Partial<AddressChangeResult>
  return { ...result, isChanged, waitsFor }
}
