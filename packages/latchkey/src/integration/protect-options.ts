/** A form that an action received. */
// biome-ignore lint/suspicious/noExplicitAny: with `unknown`, no value whose type is an interface fits.
export type ProtectedForm = FormData | URLSearchParams | Record<string, any>

/** What a page or an action asks of a session, besides that it exists. */
export interface ProtectPageOptions {
  /**
   * How many seconds ago the user signed in or sent a second factor, at most. Otherwise the user
   * confirms who they are, and returns. Needs `account: { security: true }`.
   */
  readonly within?: number | undefined
  /**
   * `true` requires that the user has sent a second factor for this session. Users who have none
   * set one up. Needs `secondFactor`.
   */
  readonly secondFactor?: boolean | undefined
  /**
   * The form that an action received. If the user has to confirm first, its text fields are kept
   * encrypted for 10 minutes, up to 8 KB, and offered again afterwards. Then the action runs once.
   */
  readonly form?: ProtectedForm | undefined
  /** Names of the form's fields that are not kept, such as passwords. */
  readonly omit?: readonly string[] | undefined
  /** The path to return to. Default: the page that the request is for, or that the form is on. */
  readonly page?: string | undefined
}

/** Returns whether `protect` asks for a session only, so that calls can share one that was read. */
export function asksOnlyForSession(options: ProtectPageOptions): boolean {
  return Object.keys(options).every((name) => name === 'page')
}
