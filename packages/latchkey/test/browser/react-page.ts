import { getSession, signIn, signOut } from 'latchkey/react'
import { signIn as signInWithPasskey } from 'latchkey/webauthn'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { applicationFor, type Notes, type PageData } from './react-application.ts'

/** What a test finds in the page. */
export interface Hands extends Notes {
  readonly getSession: typeof getSession
  readonly signIn: typeof signIn
  readonly signOut: typeof signOut
  readonly signInWithPasskey: typeof signInWithPasskey
  readonly errors: string[]
  /** Renders the layout again, with other data than at first. */
  render(changes: Partial<PageData>): void
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
const handlers = { onRecoverableError: tell, onUncaughtError: tell }
const root = start(document.getElementById('root') as HTMLElement)

function start(element: HTMLElement): Root {
  if (page.isRendered) return hydrateRoot(element, applicationFor(page, notes), handlers)
  const fresh = createRoot(element, handlers)
  fresh.render(applicationFor(page, notes))
  return fresh
}

window.hands = Object.assign(notes, {
  getSession,
  signIn,
  signOut,
  signInWithPasskey,
  errors,
  render: (changes: Partial<PageData>) => root.render(applicationFor({ ...page, ...changes }, notes)),
  unmount: () => root.unmount(),
})
