import { Latchkey } from 'latchkey/sveltekit'

/** What the initializer gives, for both kinds of argument. */
export const GET = () => {
  const results = [Latchkey({ providers: [] }), Latchkey(() => ({ providers: [] }))]
  return Response.json(results.map((result) => Object.keys(result).sort()))
}
