import type { Context, SessionContext } from '../contract/context.ts'
import { equalSecrets, sha256Hex } from '../crypto/digest.ts'
import { randomHex } from '../crypto/random.ts'
import { MissingCSRF } from '../errors.ts'
import { compareOrigin } from '../http/fetch-metadata.ts'
import { hashSecrets } from './hash-secrets.ts'

/**
 * Passes a form only when it comes from a page of our own. What the browser itself says (`Sec-Fetch-Site`, `Origin`) decides; a client
 * that sends neither has to show the double-submit token.
 *
 * @throws {MissingCSRF}
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export async function requireSameOriginForm(ctx: Context): Promise<void> {
  const origin = compareOrigin(ctx.headers, ctx.base.origin)
  if (origin === 'same-origin') return
  if (origin === 'cross-origin')
    throw new MissingCSRF(`A form came from another origin than ${ctx.base.origin}; it was refused.`)
  if (!ctx.auth.checksCsrfToken) return
  const token = await validToken(ctx)
  const shown = ctx.form.csrfToken
  if (token === undefined || typeof shown !== 'string' || !equalSecrets(token, shown)) {
    throw new MissingCSRF(
      'A form came without Origin, Sec-Fetch-Site or a valid csrfToken. Take the token from the csrf endpoint and send its cookie along.',
    )
  }
}

/**
 * Passes a call by the application's own server code, unless a browser says that what is behind it is foreign. No token is asked for: a browser
 * always tells the origin of a form. A link from elsewhere may be followed, to a page that signs in; an image or a script from elsewhere may not.
 *
 * @throws {MissingCSRF}
 */
export function refuseCrossOriginCaller(ctx: Context): void {
  if (compareOrigin(ctx.headers, ctx.base.origin) !== 'cross-origin') return
  if (ctx.headers.get('origin') === null && ctx.headers.get('sec-fetch-mode') === 'navigate') return
  throw new MissingCSRF(`A form came from another origin than ${ctx.base.origin}; it was refused.`)
}

/** Returns the token for the hidden field of a form; `undefined` if `skipCSRFCheck` is set. */
export async function csrfField(ctx: Context): Promise<string | undefined> {
  return ctx.auth.checksCsrfToken ? csrfToken(ctx) : undefined
}

/** Returns the token of this browser, or a new one with its cookie if the browser has no valid one. */
async function csrfToken(ctx: SessionContext): Promise<string> {
  const known = await validToken(ctx)
  if (known !== undefined) return known
  const token = randomHex(32)
  const [secret = ''] = ctx.auth.secrets
  const definition = ctx.base.cookies.csrfToken
  ctx.cookies.set({
    name: definition.name,
    value: `${token}|${await sha256Hex(token + secret)}`,
    options: definition.options,
  })
  return token
}

/** The cookie holds `token|hash`. The hash is made with the secret, so that another site cannot plant its own token. */
async function validToken(ctx: SessionContext): Promise<string | undefined> {
  const [token, hash, ...rest] = ctx.cookies.get(ctx.base.cookies.csrfToken.name)?.split('|') ?? []
  if (!token || !hash || rest.length > 0) return undefined
  for (const secret of hashSecrets(ctx.auth.secrets))
    if (equalSecrets(await sha256Hex(token + secret), hash)) return token
  return undefined
}
