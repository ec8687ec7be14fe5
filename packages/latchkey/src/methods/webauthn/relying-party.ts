import type { Context } from '../../contract/context.ts'
import type { ResolvedWebAuthnProvider } from '../../types/providers/webauthn.ts'
import { webauthnContext, webauthnRequest } from './ceremony-user.ts'

/** A passkey's relying party, and the origins on which it may be used. */
export interface ResolvedRelyingParty {
  readonly id: string
  readonly name: string
  readonly origins: readonly string[]
}

/**
 * Returns the configured relying party, or the one derived from the application's address.
 *
 * @see https://www.w3.org/TR/webauthn-3/#scope
 */
export async function relyingParty(
  ctx: Context,
  provider: ResolvedWebAuthnProvider,
): Promise<ResolvedRelyingParty> {
  if (provider.getRelyingParty !== undefined) {
    const { id, name, origin } = await provider.getRelyingParty(
      webauthnContext(ctx, provider),
      webauthnRequest(ctx),
    )
    return { id, name, origins: typeof origin === 'string' ? [origin] : origin }
  }
  const { hostname, host, origin } = new URL(ctx.base.origin)
  const { name: applicationName = host } = await ctx.auth.theme()
  const { id = hostname, name = applicationName, origins } = provider.relyingParty
  return { id, name, origins: origins.length > 0 ? origins : [origin] }
}
