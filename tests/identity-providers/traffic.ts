type TokenName = 'refresh_token' | 'id_token'
type Credentials = Readonly<Record<'clientId' | 'clientSecret', string>>

/** The requests of an application to its provider. */
export class Traffic {
  /** Sends a wrong client secret in place of the right one. */
  hasWrongSecret = false
  readonly #tokens: Partial<Record<TokenName, string>>[] = []

  /** Returns the newest token of a type that the provider issued. */
  newest(name: TokenName): string {
    const token = this.#tokens.findLast((tokens) => tokens[name] !== undefined)?.[name]
    if (token === undefined) throw new Error(`The provider has issued no ${name}.`)
    return token
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    if (this.hasWrongSecret && headers.has('authorization'))
      headers.set('authorization', basicAuth({ clientId: 'latchkey-tests', clientSecret: 'wrong' }))
    const response = await fetch(input, { ...init, headers })
    if (response.ok && String(input).endsWith('/token'))
      this.#tokens.push((await response.clone().json()) as Partial<Record<TokenName, string>>)
    return response
  }
}

/** Returns the header of `client_secret_basic`, for credentials that need no encoding. */
export function basicAuth({ clientId, clientSecret }: Credentials): string {
  return `Basic ${btoa(`${clientId}:${clientSecret}`)}`
}
