import type { Context } from '../contract/context.ts'
import type { CookieDefinition } from '../contract/cookie-jar.ts'
import { type SealingKeys, seal, unseal } from '../crypto/sealed.ts'

/** In seconds. */
const LIFETIME = 180 * 24 * 60 * 60

/**
 * Remembers in this browser which provider the user signed in with, so that the sign-in page can show it.
 * The cookie has nothing about the user. An application with one provider needs none.
 */
export async function rememberLastUsed(ctx: Context, provider: string): Promise<void> {
  if (!ctx.canWrite || ctx.providers.size < 2) return
  const { name, options } = defineCookie(ctx)
  const { token } = await seal({ provider }, sealingKeys(ctx), LIFETIME, ctx.auth.now())
  ctx.cookies.set({ name, value: token, options: { ...options, maxAge: LIFETIME } })
}

/**
 * Returns the id of the provider with which this browser last signed in. Deletes the cookie if the
 * application no longer marks it.
 */
export async function readLastUsed(ctx: Context): Promise<string | undefined> {
  const definition = defineCookie(ctx)
  const value = ctx.cookies.get(definition.name)
  if (value === undefined) return undefined
  if (!(await ctx.auth.theme()).lastUsed) {
    ctx.cookies.expire(definition)
    return undefined
  }
  const provider = (await unseal(value, sealingKeys(ctx), ctx.auth.now()))?.claims.provider
  return typeof provider === 'string' ? provider : undefined
}

/** The configured attributes of the cookie that also belongs to the device. */
function defineCookie({ base }: Context): CookieDefinition {
  const { name, options } = base.cookies.knownDevice
  return { name: `${name}.provider`, options }
}

function sealingKeys(ctx: Context): SealingKeys {
  return { secrets: ctx.auth.secrets, salt: defineCookie(ctx).name }
}
