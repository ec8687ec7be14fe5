/** A request. Its strings may contain `{{variables}}`: see `template.ts`. */
export interface CaseRequest {
  readonly method: string
  readonly path: string
  /** `own`: with the headers of a form in a page of the application. */
  readonly form?: 'own'
  /** Empty headers are not sent. `cookie-append` adds to the cookies of the browser. */
  readonly headers?: Readonly<Record<string, string>>
  /** An object is encoded as the content type says. A list sends a field repeatedly. */
  readonly body?: string | Readonly<Record<string, unknown>>
}
