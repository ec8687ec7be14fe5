import { VERSION } from '@sveltejs/kit'
import { Latchkey } from 'latchkey/sveltekit'

/**
 * Returns the keys of the result of `Latchkey` for both types of argument, and the version of
 * SvelteKit.
 */
export const GET = () => {
  const results = [Latchkey({ providers: [] }), Latchkey(() => ({ providers: [] }))]
  return Response.json({ version: VERSION, shapes: results.map((result) => Object.keys(result).sort()) })
}
