import type { Passkey } from '@latchkey/test-support/kit/authenticator.ts'
import type { CookieJar } from './cookie-jar.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { ReceivedResponse } from './response.ts'
import type { Target } from './target.ts'
import type { Values } from './template.ts'

/** One run of a case. */
export interface Run {
  readonly app: Target
  readonly provider: IdentityProvider
  /** What the steps learned, for `{{name}}` in later requests. */
  readonly variables: Record<string, string | undefined>
  readonly responses: Record<string, ReceivedResponse>
  /** Browsers of the visitors, by name. */
  readonly browsers: Record<string, CookieJar>
  readonly savedCookies: Record<string, CookieJar>
  readonly passkeys: Record<string, Passkey>
  /** The cookies of the browser that sends the requests. */
  jar: CookieJar
}

/** Starts a run in a browser without cookies. */
export function startRun(app: Target, provider: IdentityProvider, variables: Values = {}): Run {
  const jar: CookieJar = new Map()
  return {
    app,
    provider,
    variables: { ...variables },
    responses: {},
    browsers: { default: jar },
    savedCookies: {},
    passkeys: {},
    jar,
  }
}

/** Returns the values of `{{name}}`. */
export function collectValues({ app, variables }: Run): Values {
  const cookies = Object.entries(app.cookies).map(([name, value]) => [`cookies.${name}`, value])
  return {
    origin: app.origin,
    basePath: app.basePath,
    oldSecret: app.oldSecret,
    ...Object.fromEntries(cookies),
    ...variables,
  }
}
