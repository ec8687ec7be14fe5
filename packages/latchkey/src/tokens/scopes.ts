/**
 * Returns the scopes of an account. The standard separates them by blanks, and some providers by
 * commas.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.3
 */
export function splitScopes(scope: unknown): string[] {
  return typeof scope === 'string' ? scope.split(/[\s,]+/).filter(Boolean) : []
}
