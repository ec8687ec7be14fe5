import { PAGE_ACTIONS } from '../http/page-actions.ts'
import type { AuthConfig } from '../types/config.ts'
import type { PagesOptions } from '../types/pages.ts'
import { belowFramework } from './base-path.ts'

/**
 * The pages of the application that can be opened: the others are told as a problem, on a page of ours. One that names our own door for the
 * same would send people in a circle; it is ours.
 */
export function usablePages(
  pages: AuthConfig['pages'] = {},
  basePath: string,
  frameworkPath = '',
): Partial<PagesOptions> {
  const usable = Object.entries(pages).filter(([, page]) => isPage(page))
  const seen = usable.map(
    ([name, page]) => [name, page.startsWith('/') ? belowFramework(page, frameworkPath) : page] as const,
  )
  return Object.fromEntries(
    seen.filter(
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

/** A path of this host, or a whole URL. */
export function isPage(page: unknown): boolean {
  return typeof page === 'string' && (isWebUrl(page) || /^\/(?![/\\])/.test(page))
}

export function isWebUrl(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}
