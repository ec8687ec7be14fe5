/** Other addresses of pages, as in an application in several languages. */
const TRANSLATED: Readonly<Record<string, string>> = {
  '/verborgen': '/hidden/page',
  '/themen/bearbeiten': '/topics/edit',
}

export function reroute({ url }: { url: URL }): string | undefined {
  const [, base = '', path = ''] = /^(\/shop)?(.*)$/.exec(url.pathname) ?? []
  return TRANSLATED[path] && base + TRANSLATED[path]
}
