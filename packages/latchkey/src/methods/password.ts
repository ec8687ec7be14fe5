import type { Context, SignInMethod } from '../contract/context.ts'
import type { ResolvedPasswordProvider } from '../contract/providers.ts'
import type { Identity } from '../contract/sign-in.ts'
import { CredentialsSignin } from '../errors/credentials.ts'
import { MethodNotAllowed } from '../errors/request.ts'
import { findPasswordUser } from '../passwords/find-user.ts'
import { rehash } from '../passwords/rehash.ts'
import { passwordStorage, passwordVersion } from '../passwords/storage.ts'
import { verifyStored } from '../passwords/verify.ts'
import { resolveCallbackUrl } from '../security/callback-url.ts'
import { countPassword } from '../security/known-device.ts'
import { requireSameHost } from '../security/missing-cookie.ts'
import type { AdapterUser } from '../types/adapter.ts'
import { failWithAccountKept, runAttempt, textFields } from './credentials/attempt.ts'
import { credentials } from './credentials.ts'

type PasswordContext = Context<ResolvedPasswordProvider>
type Proof = Pick<Identity, 'password'> & { readonly user: AdapterUser }

/** Signs in with an e-mail address, or a user name, and a password that Latchkey stores. */
export const password: SignInMethod<ResolvedPasswordProvider> = { ...credentials, complete }

async function complete(ctx: PasswordContext): Promise<Identity> {
  const { provider } = ctx
  if (ctx.method !== 'POST')
    throw new MethodNotAllowed('A password must be sent in a POST form.', { allow: 'POST' })
  const fields = textFields(ctx.form)
  const account = fields.email ?? ''
  const attempt = await countPassword(ctx, account)
  const proof = await runAttempt(ctx, attempt, () => verify(ctx, account, fields.password)).catch(
    (error: unknown) => failWithAccountKept(ctx, error, fields),
  )
  const callbackUrl = await resolveCallbackUrl(ctx)
  requireSameHost(ctx, callbackUrl)
  const id = String(proof.user.id)
  return {
    ...proof,
    account: { provider: provider.id, type: 'credentials', providerAccountId: id, userId: id },
    amr: ['pwd'],
    callbackUrl,
  }
}

/**
 * Compares the password. An account that does not exist, or has no password, takes as long as a wrong
 * password: as many look-ups, and a hash.
 *
 * @throws {CredentialsSignin} in each of these cases, with the same message
 */
async function verify(ctx: PasswordContext, account: string, typed: string | undefined): Promise<Proof> {
  const { auth, provider } = ctx
  const storage = passwordStorage(auth, provider)
  const user = await findPasswordUser(ctx, account)
  const stored = user ? await storage.read(user.id) : await imitateRead(ctx)
  const { isRight, needsRehash } = await verifyStored(provider.password, typed, stored)
  if (!isRight || typed === undefined || !user || !stored)
    throw new CredentialsSignin('The e-mail address or the password is wrong.')
  const current = needsRehash ? await rehash(ctx, stored, typed) : stored
  return { user, password: { version: await passwordVersion(current) } }
}

/** Asks the database for what it does not have, which takes as long as to read a password. */
async function imitateRead({ auth }: PasswordContext): Promise<null> {
  await auth.adapter?.getUserByEmail?.('nobody@latchkey.invalid')
  return null
}
