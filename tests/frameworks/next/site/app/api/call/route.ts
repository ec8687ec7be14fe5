import {
  AuthError,
  type AuthorizationParams,
  CredentialsSignin,
  type RevokeSessionsOptions,
  type SessionUpdate,
  type SignInOptions,
  type SignOutOptions,
} from 'latchkey/next'
import { unstable_rethrow } from 'next/navigation'
import { removeAccess, revokeSessions, signIn, signOut, unstable_update, update } from '../../../auth'

/**
 * A `FormData` and a `URLSearchParams` are sent as an object with one key, because JSON has no such
 * types.
 */
type Options = SignInOptions | { form: Record<string, string> }
type Params = AuthorizationParams | { search: string }

const calls = {
  signIn: ([provider, options, params]: [string?, Options?, Params?]) =>
    signIn(provider, readOptions(options), readParams(params)),
  signOut: ([options]: [SignOutOptions?]) => signOut(options),
  update: ([data]: [SessionUpdate]) => update(data),
  unstable_update: ([data]: [SessionUpdate]) => unstable_update(data),
  revokeSessions: ([userId, options]: [string, RevokeSessionsOptions?]) => revokeSessions(userId, options),
  removeAccess: ([userId]: [string]) => removeAccess(userId),
}

/** Calls the function that the test names with the given arguments, and returns the outcome. */
export async function POST(request: Request) {
  const { call, args } = (await request.json()) as { call: keyof typeof calls; args: never }
  try {
    return Response.json({ value: await calls[call](args) })
  } catch (error) {
    unstable_rethrow(error)
    if (!(error instanceof AuthError)) throw error
    return Response.json(
      { type: error.type, code: error instanceof CredentialsSignin ? error.code : undefined },
      { status: 500 },
    )
  }
}

function readOptions(options: Options | undefined) {
  if (!options?.form) return options as SignInOptions | undefined
  const form = new FormData()
  for (const [name, value] of Object.entries(options.form as Record<string, string>)) form.set(name, value)
  return form
}

function readParams(params: Params | undefined) {
  const isNamed = typeof params === 'object' && 'search' in params
  return isNamed ? new URLSearchParams(params.search as string) : (params as AuthorizationParams | undefined)
}
