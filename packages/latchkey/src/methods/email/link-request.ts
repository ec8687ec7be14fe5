import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { readSealed, rememberSealed } from '../../security/transaction-cookie.ts'

/** The data of a sign-in link. */
export interface Link {
  readonly identifier: string
  readonly token: string
}

/**
 * Stored in the browser that requested a link. In that browser, the link needs no confirmation and
 * leads to its target.
 */
interface LinkRequest {
  readonly provider: string
  readonly identifier: string
}

/** Remembers in this browser that it requested a link. */
export async function rememberLinkRequest(ctx: Context<ResolvedEmailProvider>, link: Link): Promise<void> {
  const linkRequest: LinkRequest = { provider: ctx.provider.id, identifier: link.identifier }
  await rememberSealed(ctx, requestKey(link, ctx.auth.secrets[0]), linkRequest, ctx.provider.maxAge)
}

/** Returns the request's key if this browser requested the link. */
export async function findLinkRequest(
  ctx: Context<ResolvedEmailProvider>,
  link: Link,
): Promise<string | undefined> {
  for (const secret of ctx.auth.secrets) {
    const key = requestKey(link, secret)
    const found = (await readSealed(ctx, key)) as Partial<LinkRequest> | undefined
    if (found?.provider === ctx.provider.id && found.identifier === link.identifier) return key
  }
  return undefined
}

/**
 * Contains a secret: the cookie's name is a hash of the key. An attacker who requests a code for
 * another user could otherwise compute it from that name.
 */
function requestKey({ token }: Link, secret = ''): string {
  return JSON.stringify([token, secret])
}
