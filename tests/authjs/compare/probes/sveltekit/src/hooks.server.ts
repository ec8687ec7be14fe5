import type { Handle } from '@sveltejs/kit'
import { lazy, noSecret, untrusted, usual } from './auth'

const CONFIGURATIONS: Record<string, { handle: Handle }> = { usual, lazy, noSecret, untrusted }

/** The cookie `configuration` of a scenario chooses the configuration. */
export const handle: Handle = (input) => {
  const chosen = CONFIGURATIONS[input.event.cookies.get('configuration') ?? 'usual'] ?? usual
  return chosen.handle(input)
}
