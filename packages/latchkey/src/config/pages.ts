import { PAGE_ACTIONS } from '../http/page-actions.ts'
import type { AuthConfig } from '../types/config.ts'
import type { PagesOptions } from '../types/pages.ts'
import { belowFramework } from './base-path.ts'

/**
 * Returns the application's valid pages. Invalid pages are a configuration problem, which a
 * built-in page shows. A page that is the built-in endpoint itself would cause a redirect loop, so
 * the built-in page is used.
 */
export function usablePages(
  pages: AuthConfig['pages'] = {},
  basePath: string,
  frameworkPath = '',
): Partial<PagesOptions> {
  const usable = Object.entries(pages).filter(([, page]) => isPage(page))
  const pagesByName = usable.map(
    ([name, page]) => [name, page.startsWith('/') ? belowFramework(page, frameworkPath) : page] as const,
  )
  return Object.fromEntries(
    pagesByName.filter(
      ([name, page]) =>
        !isBuiltInPage(page, `${basePath}/${PAGE_ACTIONS[name as keyof typeof PAGE_ACTIONS]}`),
    ),
  )
}

function isBuiltInPage(page: string, action: string): boolean {
  return (
    page.startsWith('/') && new URL(page, 'https://origin.invalid').pathname.replace(/\/+$/, '') === action
  )
}

/** Returns whether a value is a path on this host or an http(s) URL. */
export function isPage(page: unknown): boolean {
  return typeof page === 'string' && (isWebUrl(page) || /^\/(?![/\\])/.test(page))
}

/** Returns whether a string is an absolute http(s) URL. */
export function isWebUrl(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}
