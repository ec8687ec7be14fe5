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

/** Read access to the headers of a request. `Headers` has this type. */
export interface HeaderReader extends Iterable<[string, string]> {
  /** Returns the value of a header, or `null`. The case of the name does not matter. */
  get(name: string): string | null
}

/** The fields of a form or of a JSON object, without a prototype. */
export type Fields = Readonly<Record<string, unknown>>
