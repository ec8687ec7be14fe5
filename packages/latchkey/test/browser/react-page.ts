import { getSession, signIn, signOut } from 'latchkey/react'
import { createElement, type ReactElement } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { Application, type Notes, type PageData } from './react-application.ts'

/** What a test finds in the page. */
export interface Hands extends Notes {
  readonly getSession: typeof getSession
  readonly signIn: typeof signIn
  readonly signOut: typeof signOut
  readonly errors: string[]
  /** Renders the layout again, with what the server says now. */
  render(session: PageData['session']): void
  unmount(): void
}

declare global {
  interface Window {
    page: PageData
    hands: Hands
  }
}

const { page } = window
const notes: Notes = { shown: [], told: [], update: undefined }
const errors: string[] = []
const tell = (error: unknown): void => {
  errors.push(String(error))
}
const application = (data: PageData): ReactElement => createElement(Application, { page: data, notes })
const handlers = { onRecoverableError: tell, onUncaughtError: tell }
const root = start(document.getElementById('root') as HTMLElement)

function start(element: HTMLElement): Root {
  if (page.isRendered) return hydrateRoot(element, application(page), handlers)
  const fresh = createRoot(element, handlers)
  fresh.render(application(page))
  return fresh
}

window.hands = Object.assign(notes, {
  getSession,
  signIn,
  signOut,
  errors,
  render: (session: PageData['session']) => root.render(application({ ...page, session })),
  unmount: () => root.unmount(),
})
