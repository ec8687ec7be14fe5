import { redirect } from '@sveltejs/kit'
import { AuthError } from 'latchkey/sveltekit'

/** The sign-in page of the library has words for what went wrong. Whatever else is thrown goes on: SvelteKit redirects by throwing, too. */
export function sayWhy(error: unknown): never {
  if (error instanceof AuthError) redirect(303, `/auth/signin?error=${error.type}`)
  throw error
}
