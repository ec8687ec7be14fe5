import type { SessionContext } from '../contract/context.ts'

/** Returns the reason for removing the cookie of a token that was issued for another origin. */
export function wrongOrigin({ base }: SessionContext, aud: unknown): Error {
  return new Error(`The token was issued for ${String(aud)}, but the application is at ${base.origin}.`)
}

/** Warns that a request had several session cookies, and how to find out where they come from. */
export function warnOfDuplicate({ auth, base }: SessionContext): undefined {
  const { name } = base.cookies.sessionToken
  auth.warnOnce(
    'duplicate-cookie',
    `A request had several cookies named \`${name}\` with different values, so its session was ignored. ` +
      'Another host of the same domain has set one, or you changed `domain` or `path` of the cookie. ' +
      'Then change its name, too. In one browser, the developer tools show both and can delete them.',
  )
}
