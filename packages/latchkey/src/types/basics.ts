/** A value, or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>

/** How a provider authenticates a user. */
export type ProviderType = 'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'

/** A value that JSON can represent. */
export type JsonValue = JsonPrimitive | JsonArray | JsonObject

/** A value that JSON can represent, without parts. */
export type JsonPrimitive = string | number | boolean | null

/** A list that JSON can represent. */
export type JsonArray = JsonValue[]

/** An object that JSON can represent. */
export type JsonObject = { [key in string]?: JsonValue }

/** Read access to a request's headers. `Headers` has this type. */
export interface HeaderReader extends Iterable<[string, string]> {
  /** Returns a header's value, or `null`. The name is not case-sensitive. */
  get(name: string): string | null
}

/** The fields from a form or a JSON object, without a prototype. */
export type Fields = Readonly<Record<string, unknown>>
