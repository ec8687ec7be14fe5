import { redirect } from '@sveltejs/kit'
import { AuthError } from 'latchkey/sveltekit'

/**
 * Redirects to the sign-in page, which shows the error. Rethrows all other errors, because
 * SvelteKit also redirects by throwing.
 */
export function redirectOnError(error: unknown): never {
  if (error instanceof AuthError) redirect(303, `/auth/signin?error=${error.type}`)
  throw error
}
