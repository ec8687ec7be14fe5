import type { Session } from 'latchkey'
import type { Client, GetSessionParams, SessionState, SignIn, SignOut } from 'latchkey/client'
import {
  completeSignIn,
  confirmSignUp,
  requestPasswordReset,
  resetPassword,
  signUp,
} from 'latchkey/client/forms'

/** How a page is rendered, by each of the clients. */
export interface PageOptions {
  /** Does the server pass the session to the page? Default: no, the page requests it. */
  readonly hasSession?: boolean
  /** Is the session passed with `client.give`, after the page was mounted? */
  readonly isPending?: boolean
  /** Is the page mounted with `client.mount`? */
  readonly isDeferred?: boolean
  /** Number of components that use the session. Default: 1. */
  readonly components?: number
  readonly policy?: { readonly refetchInterval?: number; readonly refetchOnWindowFocus?: boolean }
}

/** What the server passes to a page. */
export interface PageData extends PageOptions {
  readonly session?: Session | null
}

/** A page of an application, with the functions of its client. */
export interface Application {
  readonly client: Client
  readonly getSession: (params?: GetSessionParams) => Promise<Session | null>
  readonly signIn: SignIn
  readonly signOut: SignOut
  readonly update: (data?: unknown) => Promise<Session | null>
  /** Passes a session from the server to the page again, as a parent component does. */
  give(session: Session | null): void
  unmount(): void
}

/** What a page exposes to a test. */
export interface ClientPage extends Application {
  /** Each text that the page showed: status, name and error. */
  readonly shown: string[]
  /** How often a component was rendered. */
  renders: number
  mount(): void
  /** Sends a form with the application's client. */
  send<Name extends FormName>(name: Name, form: Parameters<Forms[Name]>[1]): ReturnType<Forms[Name]>
}

const forms = { completeSignIn, confirmSignUp, requestPasswordReset, resetPassword, signUp }
type Forms = typeof forms
type FormName = keyof Forms

declare global {
  interface Window {
    pageData: PageData
    client: ClientPage
  }
}

/** Starts the page. `mount` calls `show` each time when a component is rendered. */
export function startPage(
  mount: (page: PageData, show: (state: SessionState) => void, root: HTMLElement) => Application,
): void {
  const root = document.getElementById('root') as HTMLElement
  const shown: string[] = []
  const show = ({ status, data, error }: SessionState): void => {
    const line = [status, data?.user?.name, error && 'error'].filter(Boolean).join(' ')
    window.client.renders++
    if (shown.at(-1) !== line) shown.push(line)
    document.title = line
  }
  const mountAgain = (): void => {
    Object.assign(window.client, mount(window.pageData, show, root))
  }
  const send = (name: FormName, form: never): unknown => forms[name](window.client.client, form)
  window.client = { shown, renders: 0, mount: mountAgain, send } as ClientPage
  if (!window.pageData.isDeferred) mountAgain()
}
