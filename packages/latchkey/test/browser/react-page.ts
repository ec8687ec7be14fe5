import { getSession, signIn, signOut } from 'latchkey/react'
import { signIn as signInWithPasskey } from 'latchkey/webauthn'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { applicationFor, type Notes, type PageData } from './react-application.ts'

/** What the page exposes to a test. */
export interface Harness extends Notes {
  readonly getSession: typeof getSession
  readonly signIn: typeof signIn
  readonly signOut: typeof signOut
  readonly signInWithPasskey: typeof signInWithPasskey
  readonly errors: string[]
  /** Renders the layout again with changed data. */
  render(changes: Partial<PageData>): void
  unmount(): void
}

declare global {
  interface Window {
    page: PageData
    harness: Harness
  }
}

const { page } = window
const notes: Notes = { shown: [], callbacks: [], update: undefined }
const errors: string[] = []
const recordError = (error: unknown): void => {
  errors.push(String(error))
}
const handlers = { onRecoverableError: recordError, onUncaughtError: recordError }
const root = start(document.getElementById('root') as HTMLElement)

function start(element: HTMLElement): Root {
  if (page.isRendered) return hydrateRoot(element, applicationFor(page, notes), handlers)
  const root = createRoot(element, handlers)
  root.render(applicationFor(page, notes))
  return root
}

window.harness = Object.assign(notes, {
  getSession,
  signIn,
  signOut,
  signInWithPasskey,
  errors,
  render: (changes: Partial<PageData>) => root.render(applicationFor({ ...page, ...changes }, notes)),
  unmount: () => root.unmount(),
})
