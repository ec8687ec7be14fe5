/**
 * The used part of the API; the package has no types.
 *
 * @see https://github.com/mcollina/autocannon#api
 */
declare module 'autocannon' {
  interface Options {
    readonly url: string
    readonly connections: number
    /** In seconds. */
    readonly duration: number
    readonly setupClient: (client: Client) => void
    /** Says whether a response is correct. */
    readonly verifyBody: (body: string) => boolean
  }
  interface Client {
    setHeaders(headers: Readonly<Record<string, string>>): void
    on(event: 'response', listener: () => void): void
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number }
    /** In milliseconds. */
    readonly latency: { readonly p99: number }
    readonly non2xx: number
    readonly errors: number
    readonly mismatches: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
