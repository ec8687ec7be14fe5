import type { ResolvedAuth } from '../contract/context.ts'
import { publicBase } from '../http/public-base.ts'
import type { HeaderReader } from '../types/basics.ts'

/**
 * Returns the path of the application's own sign-in page, which signed-out users may open. Returns
 * `undefined` if there is none, or if it is on another host: a path there says nothing about this
 * application.
 *
 * @param url URL that the framework reports
 */
export function signInPagePath(
  auth: ResolvedAuth,
  { headers, url }: { readonly headers: HeaderReader; readonly url: URL | undefined },
): string | undefined {
  const { signIn } = auth.pages
  if (signIn === undefined) return undefined
  // Without a trusted host, a path is still a page of this application.
  const origin = publicBase(auth, headers, url)?.origin ?? 'http://localhost'
  const page = URL.parse(signIn, origin)
  return page?.origin === origin ? page.pathname : undefined
}
