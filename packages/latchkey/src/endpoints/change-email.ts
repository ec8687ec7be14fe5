import { type AddressLink, confirmByCode, confirmByLink } from '../account-changes/change-address.ts'
import type { Context } from '../contract/context.ts'
import type { PageResult, Result } from '../contract/result.ts'
import { Verification } from '../errors/sign-in.ts'
import { wantsJson } from '../http/accept.ts'
import { endpointUrl, namedPageUrl } from '../http/endpoint-url.ts'
import { csrfField } from '../security/csrf.ts'
import { asFresh } from '../sign-in/recent.ts'

/** The token in the page's URL must not reach another server. See `reset.ts`. */
const HEADERS = { 'Referrer-Policy': 'strict-origin' }

/**
 * `GET /change-email`: asks the signed-in user to confirm a change of the e-mail address, with the link
 * from an e-mail. Uses nothing up. Without a session, leads to the sign-in page: another user who is
 * persuaded to press the button would give their address to the account.
 */
export async function showAddressChange(ctx: Context): Promise<Result> {
  const { base, query } = ctx
  const link = readLink((name) => query.get(name))
  if ((await findUserId(ctx)) === undefined) return signInFirst(ctx, link)
  return page({
    name: 'confirmAddress',
    action: endpointUrl(base, 'change-email'),
    csrfToken: await csrfField(ctx),
    link,
  })
}

/**
 * `POST /change-email`: confirms one side of a change, with the fields of a link or with a `code`.
 *
 * @throws {Verification} if no change waits, or the code or the link is wrong, has expired or was used
 */
export async function changeEmail(ctx: Context): Promise<Result> {
  const { code } = ctx.form
  const link = code === undefined ? readLink((name) => ctx.form[name]) : undefined
  const userId = await findUserId(ctx)
  // A script reads from the URL that the form was not accepted.
  if (userId === undefined) return signInFirst(ctx, link, 'SessionRequired')
  const confirmed = await (link ? confirmByLink(ctx, userId, link) : confirmByCode(ctx, userId, String(code)))
  const homeUrl = ctx.base.home
  if (wantsJson(ctx.headers)) return { type: 'json', status: 200, body: { ...confirmed, url: homeUrl } }
  return page({ name: 'addressConfirmed', ...confirmed, homeUrl })
}

function findUserId(ctx: Context): Promise<string | undefined> {
  return ctx.auth.sessions.userId(asFresh(ctx))
}

/** @throws {Verification} if a value is missing or is not a text */
function readLink(read: (name: keyof AddressLink) => unknown): AddressLink {
  const [side, email, token] = [read('side'), read('email'), read('token')]
  if (
    (side === 'current' || side === 'new') &&
    typeof email === 'string' &&
    typeof token === 'string' &&
    token
  )
    return { side, email, token }
  throw new Verification('A link for a change of an e-mail address is not complete.')
}

function signInFirst(ctx: Context, link: AddressLink | undefined, error?: 'SessionRequired'): Result {
  const callbackUrl = link && endpointUrl(ctx.base, 'change-email', { ...link })
  const url = namedPageUrl(ctx, 'signIn', { callbackUrl, error })
  return { type: 'redirect', url }
}

function page(shown: PageResult['page']): PageResult {
  return { type: 'page', status: 200, headers: HEADERS, page: shown }
}
