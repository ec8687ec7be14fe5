import type { Page } from './pages.ts'

/** A request's result. */
export type Result = RedirectResult | JsonResult | PageResult

export interface RedirectResult {
  readonly type: 'redirect'
  /** An absolute URL. */
  readonly url: string
  /** After a form that shows the next page. Default: 302. */
  readonly status?: 303 | undefined
  /** What the user must do there before the session starts. */
  readonly requirement?: string | undefined
}

export interface JsonResult {
  readonly type: 'json'
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface PageResult {
  readonly type: 'page'
  readonly status: number
  readonly page: Page
  readonly headers?: Readonly<Record<string, string>>
}
