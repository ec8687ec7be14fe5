import type { Base, ResolvedAuth } from '../contract/context.ts'
import { PAGE_ACTIONS } from './page-actions.ts'

type Query = Readonly<Record<string, string | undefined>>

/** Returns an endpoint's public URL, such as `callback/github`. */
export function endpointUrl(base: Base, endpoint: string, query?: Query): string {
  return withQuery(`${base.origin}${base.path}/${endpoint}`, query)
}

/** Returns the public URL of an application page, which is configured as a path or a URL. */
export function pageUrl(base: Base, page: string, query?: Query): string {
  return withQuery(new URL(page, base.origin).href, query)
}

/** Returns a page's public URL: the one in `pages` if it is set, otherwise the built-in one. */
export function namedPageUrl(
  { auth, base }: { readonly auth: Pick<ResolvedAuth, 'pages'>; readonly base: Base },
  name: keyof typeof PAGE_ACTIONS,
  query?: Query,
): string {
  const page = auth.pages[name]
  return page ? pageUrl(base, page, query) : endpointUrl(base, PAGE_ACTIONS[name], query)
}

function withQuery(url: string, query: Query | undefined): string {
  if (query === undefined) return url
  const extended = new URL(url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) extended.searchParams.set(name, value)
  return extended.href
}
