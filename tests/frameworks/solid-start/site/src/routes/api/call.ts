import type { APIEvent } from '@solidjs/start/server'
import {
  AuthError,
  type AuthorizationParams,
  CredentialsSignin,
  type RevokeSessionsOptions,
  type SessionUpdate,
  type SignInOptions,
  type SignOutOptions,
} from 'latchkey/solid-start'
import { latchkey } from '../../auth.ts'

/**
 * A `FormData` and a `URLSearchParams` are sent as an object with one key, because JSON has no such
 * types.
 */
type Options = SignInOptions | { form: Record<string, string> } | { search: Record<string, string> }

const calls = {
  signIn: ([provider, options, params]: [string?, Options?, AuthorizationParams?]) =>
    latchkey().signIn(provider, readOptions(options), params),
  signOut: ([options]: [SignOutOptions?]) => latchkey().signOut(options),
  update: ([data]: [SessionUpdate]) => latchkey().update(data),
  revokeSessions: ([userId, options]: [string, RevokeSessionsOptions?]) =>
    latchkey().revokeSessions(userId, options),
  removeAccess: ([userId]: [string]) => latchkey().removeAccess(userId),
  // Reads the session after each write in the same request.
  writeAndRead: async () => {
    const before = await latchkey().auth()
    await latchkey().update({ user: { name: 'Anna' } })
    const afterUpdate = await latchkey().auth()
    await latchkey().signOut({ redirect: false })
    const afterSignOut = await latchkey().auth()
    return { before: before?.user?.name, afterUpdate: afterUpdate?.user?.name, afterSignOut }
  },
}

/** Calls the function that the test names with the given arguments, and returns the outcome. */
export async function POST({ request }: APIEvent) {
  const { call, args } = (await request.json()) as { call: keyof typeof calls; args: never }
  try {
    return Response.json({ value: await calls[call](args) })
  } catch (error) {
    if (error instanceof Response) return error
    if (!(error instanceof AuthError)) throw error
    return Response.json(
      { type: error.type, code: error instanceof CredentialsSignin ? error.code : undefined },
      { status: 500 },
    )
  }
}

function readOptions(options: Options | undefined) {
  if (options && 'search' in options) return new URLSearchParams(options.search as Record<string, string>)
  if (!options?.form) return options as SignInOptions | undefined
  const form = new FormData()
  for (const [name, value] of Object.entries(options.form as Record<string, string>)) form.set(name, value)
  return form
}
