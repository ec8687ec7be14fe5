import { SessionProvider, type SessionProviderProps, useSession } from 'latchkey/react'
import { Activity, createElement, type ReactElement, StrictMode } from 'react'

/** How a page of the application is rendered. */
export interface PageOptions {
  /** Does the server pass the session to the page? Default: no, the page requests it. */
  readonly hasSession?: boolean
  /** Is the markup rendered on the server? */
  readonly isRendered?: boolean
  readonly isStrict?: boolean
  /** Requires a session. `callback` calls `onUnauthenticated` instead of redirecting. */
  readonly required?: 'redirect' | 'callback'
  readonly hasNoProvider?: boolean
  /** Hides the page: React keeps its state and runs no effects. */
  readonly isHidden?: boolean
  readonly props?: Omit<SessionProviderProps, 'session' | 'children'>
}

/** What the server passes to a page of the application. */
export interface PageData extends PageOptions {
  readonly session?: SessionProviderProps['session']
}

/** What components record for the tests. */
export interface Notes {
  /** Each text that the page showed: status, name and error. */
  readonly shown: string[]
  /** Calls of `onUnauthenticated`. */
  readonly callbacks: string[]
  update: ((data?: unknown) => Promise<unknown>) | undefined
}

/**
 * Returns the application, which shows the signed-in user. It is not a component, because
 * StrictMode mounts twice only what React renders at the root of a page.
 */
export function applicationFor(page: PageData, notes: Notes): ReactElement {
  const account = createElement(Account, { page, notes })
  const provided = page.hasNoProvider
    ? account
    : createElement(SessionProvider, { ...page.props, session: page.session }, account)
  const content = createElement(Activity, { mode: page.isHidden ? 'hidden' : 'visible', children: provided })
  return page.isStrict ? createElement(StrictMode, null, content) : content
}

function Account({ page, notes }: { page: PageData; notes: Notes }): ReactElement {
  const options = {
    required: page.required !== undefined,
    ...(page.required === 'callback' && { onUnauthenticated: () => notes.callbacks.push('unauthenticated') }),
  }
  const { data, status, error, update } = useSession(options)
  notes.update = update
  const line = [status, data?.user?.name, error && 'error'].filter(Boolean).join(' ')
  if (notes.shown.at(-1) !== line) notes.shown.push(line)
  return createElement('p', { id: 'account' }, line)
}
