import type { Site } from '@latchkey/test-support/kit/browser.ts'
import type { AuthConfig } from 'latchkey'
import { startExpress } from './express.ts'
import { startFetch } from './fetch.ts'
import { startHono, startHonoOnNode } from './hono.ts'

/**
 * An application of a framework. `/session`, `/cookie`, `/public`, `/redirect`, `/stream`,
 * `/not-modified`, `/error` and `/missing` read the session; `/guarded`, all below it, and `/twice` need
 * one, which `/twice` and `/guarded/update` read again; `/confirmed` needs a recent sign-in; `/sign-in`, `/sign-out` and
 * `/update` are forms.
 */
export interface Framework {
  readonly name: string
  /** `false` if only pages call `protect`, and the sign-in page does not. Default: `true`. */
  readonly guardsByPath?: boolean
  /** `false` if each call of `auth` reads the session. Default: `true`. */
  readonly readsOnce?: boolean
  /** @param parsesFirst whether the body of a request is read before Latchkey gets it */
  start(config: Partial<AuthConfig>, parsesFirst?: boolean): Promise<Site> | Site
}

export const FRAMEWORKS: readonly Framework[] = [
  { name: 'latchkey/fetch', start: startFetch, guardsByPath: false },
  { name: 'latchkey/hono', start: startHono },
  { name: 'latchkey/hono on Node.js', start: startHonoOnNode },
  { name: 'latchkey/node with Express', start: startExpress, readsOnce: false },
]
