/**
 * Sets parameters on a URL: text and numbers as they are, objects as JSON, as the parameter `claims` wants them. What is `null` or `undefined` is
 * left out.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html#ClaimsParameter
 */
export function setParameters(url: URL, params: Readonly<Record<string, unknown>> = {}): void {
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue
    url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
}
