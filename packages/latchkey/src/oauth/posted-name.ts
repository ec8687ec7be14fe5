import type { Context } from '../contract/context.ts'
import type { ResolvedOAuthProvider } from '../types/oauth.ts'
import type { Profile } from '../types/user.ts'
import { usesFormPost } from './authorization-url.ts'

/**
 * The profile with the name that Apple posts, at the first sign-in and in no token: as `user.name`. The field is not signed and could have been
 * changed by whoever owns the browser. So only the name is taken of it, never the address.
 *
 * @see https://developer.apple.com/documentation/signinwithapple/incorporating-sign-in-with-apple-into-other-platforms
 */
export function withPostedName(
  { form }: Context,
  provider: ResolvedOAuthProvider,
  profile: Profile,
): Profile {
  if (!usesFormPost(provider) || profile.user !== undefined) return profile
  const name = recordIn(recordIn(parse(form.user)).name)
  const parts = Object.entries(name).filter(([, part]) => typeof part === 'string')
  return parts.length === 0 ? profile : { ...profile, user: { name: Object.fromEntries(parts) } }
}

function parse(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function recordIn(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
