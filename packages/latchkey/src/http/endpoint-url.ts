import type { Base } from '../contract/context.ts'

/** The public URL of one of our doors. All of them are made here. */
export function endpointUrl(
  base: Base,
  action: string,
  query?: Readonly<Record<string, string | undefined>>,
): string {
  return withQuery(`${base.origin}${base.path}/${action}`, query)
}

/** The public URL of a page of the application, which is configured as a path or a URL. */
export function pageUrl(
  base: Base,
  page: string,
  query?: Readonly<Record<string, string | undefined>>,
): string {
  return withQuery(new URL(page, base.origin).href, query)
}

function withQuery(url: string, query: Readonly<Record<string, string | undefined>> | undefined): string {
  if (query === undefined) return url
  const whole = new URL(url)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) whole.searchParams.set(name, value)
  return whole.href
}
