/**
 * A client whose method `query` takes a statement with `$1`, `$2`, … and its values: a `Pool` or
 * `Client` of `pg` or `@neondatabase/serverless`, a `PGlite`, what `neon()` returns, or your own
 * object. It returns the rows, or an object with `rows`.
 */
export interface PostgresQueryClient {
  // `any`: each driver has its own type for values.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  query(text: string, values?: any[]): PromiseLike<PostgresResult | readonly object[]>
}

/** A statement's result, with the names that `pg` and `PGlite` use. */
export interface PostgresResult {
  readonly rows: readonly object[]
  readonly rowCount?: number | null
  readonly affectedRows?: number
}

/** What the package `postgres` creates, and `Bun.sql`: a function with `unsafe` and `begin`. */
export interface PostgresSqlClient {
  // biome-ignore lint/suspicious/noExplicitAny: each driver has a type of its own for values
  unsafe(text: string, values?: any[], options?: any): PromiseLike<unknown>
  // biome-ignore lint/suspicious/noExplicitAny: never called here; distinguishes the client
  begin(...args: any[]): any
}

/** A client that Latchkey accepts. It is recognized by its methods. */
export type PostgresClient = PostgresQueryClient | PostgresSqlClient
