import { SessionProvider, type SessionProviderProps, useSession } from 'latchkey/react'
import { Activity, createElement, type ReactElement, StrictMode } from 'react'

/** How a page of the application is asked for. */
export interface PageOptions {
  /** Does the server hand the session to the page? Default: no, the page has to ask. */
  readonly hasSession?: boolean
  /** Is the markup made on the server? */
  readonly isRendered?: boolean
  readonly isStrict?: boolean
  /** The page is for those who are signed in; `told` has it called back instead of left. */
  readonly required?: 'redirect' | 'told'
  readonly hasNoProvider?: boolean
  /** React keeps the page, and it has no effects. */
  readonly isHidden?: boolean
  readonly props?: Omit<SessionProviderProps, 'session' | 'children'>
}

/** What a page of the application is given by its server. */
export interface PageData extends PageOptions {
  readonly session?: SessionProviderProps['session']
}

/** What components write down for the tests. */
export interface Notes {
  /** Status and name of each time that the session was shown. */
  readonly shown: string[]
  readonly told: string[]
  update: ((data?: unknown) => Promise<unknown>) | undefined
}

/**
 * The application: it shows who is signed in. No component, because only what React gets as the root of a page is mounted twice in StrictMode.
 */
export function applicationFor(page: PageData, notes: Notes): ReactElement {
  const account = createElement(Account, { page, notes })
  const provided = page.hasNoProvider
    ? account
    : createElement(SessionProvider, { ...page.props, session: page.session }, account)
  const whole = createElement(Activity, { mode: page.isHidden ? 'hidden' : 'visible', children: provided })
  return page.isStrict ? createElement(StrictMode, null, whole) : whole
}

function Account({ page, notes }: { page: PageData; notes: Notes }): ReactElement {
  const options = {
    required: page.required !== undefined,
    ...(page.required === 'told' && { onUnauthenticated: () => notes.told.push('unauthenticated') }),
  }
  const { data, status, error, update } = useSession(options)
  notes.update = update
  const line = [status, data?.user?.name, error && 'error'].filter(Boolean).join(' ')
  if (notes.shown.at(-1) !== line) notes.shown.push(line)
  return createElement('p', { id: 'account' }, line)
}
