/** What a function may return at once or promise. */
export type Awaitable<T> = T | PromiseLike<T>

/** How a provider proves who somebody is. */
export type ProviderType = 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key in string]?: JsonValue }

export interface HeaderReader extends Iterable<[string, string]> {
  get(name: string): string | null
}

/** A form or JSON object, without prototype. */
export type Fields = Readonly<Record<string, unknown>>
