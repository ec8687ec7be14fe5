import { VERSION } from '@sveltejs/kit'
import { Latchkey } from 'latchkey/sveltekit'

/** What the initializer gives, for both kinds of argument, and on which SvelteKit. */
export const GET = () => {
  const results = [Latchkey({ providers: [] }), Latchkey(() => ({ providers: [] }))]
  return Response.json({ version: VERSION, shapes: results.map((result) => Object.keys(result).sort()) })
}
