import type { Context } from '../../contract/context.ts'
import type { ResolvedEmailProvider } from '../../contract/providers.ts'
import { readSealed, rememberSealed } from '../../security/transaction-cookie.ts'

/** What a sign-in link carries. */
export interface Link {
  readonly identifier: string
  readonly token: string
}

/**
 * Stored in the browser that requested a link: there the link needs no confirmation, and leads to
 * its target.
 */
interface LinkRequest {
  readonly provider: string
  readonly identifier: string
}

/** Remembers in this browser that it requested a link. */
export async function rememberLinkRequest(ctx: Context<ResolvedEmailProvider>, link: Link): Promise<void> {
  const linkRequest: LinkRequest = { provider: ctx.provider.id, identifier: link.identifier }
  await rememberSealed(ctx, link.token, linkRequest, ctx.provider.maxAge)
}

/** Returns the key of the request if this browser requested the link. */
export async function findLinkRequest(
  ctx: Context<ResolvedEmailProvider>,
  { identifier, token }: Link,
): Promise<string | undefined> {
  const found = (await readSealed(ctx, token)) as Partial<LinkRequest> | undefined
  return found?.provider === ctx.provider.id && found.identifier === identifier ? token : undefined
}
