import type { Context } from '../contract.ts'
import { acceptCallbackUrl } from './return-url.ts'
import { seal, unseal } from './sealed.ts'

/** Seconds for which a sign-in page may stay open. */
const LIFETIME = 60 * 60

/**
 * Where this visit wants to go afterwards: what its form or query says, else what was asked for when the sign-in page was opened.
 * That is sealed: a cookie planted by a neighbouring host leads nowhere.
 */
export async function resolveCallbackUrl(ctx: Context): Promise<string> {
  return acceptCallbackUrl(ctx, requestedUrl(ctx) ?? (await rememberedUrl(ctx)))
}

/** Keeps the target for the steps that do not repeat it: a wrong password, a page of the application's own. */
export async function rememberCallbackUrl(ctx: Context, url: string): Promise<void> {
  if (requestedUrl(ctx) === undefined) return
  const definition = ctx.base.cookies.callbackUrl
  const { token } = await seal(
    { url },
    { secrets: ctx.auth.secrets, salt: definition.name },
    LIFETIME,
    ctx.auth.now(),
  )
  ctx.cookies.set({ name: definition.name, value: token, options: definition.options })
}

/** To be called once the target was reached. */
export function forgetCallbackUrl(ctx: Context): void {
  const definition = ctx.base.cookies.callbackUrl
  if (ctx.cookies.get(definition.name) !== undefined) ctx.cookies.expire(definition)
}

/** Of a repeated parameter the last counts, as of a field. */
function requestedUrl({ form, query }: Context): unknown {
  return form.callbackUrl ?? query.getAll('callbackUrl').at(-1)
}

async function rememberedUrl(ctx: Context): Promise<unknown> {
  const { name } = ctx.base.cookies.callbackUrl
  const token = ctx.cookies.get(name)
  if (token === undefined) return undefined
  const unsealed = await unseal(token, { secrets: ctx.auth.secrets, salt: name }, ctx.auth.now())
  return unsealed?.claims.url
}
