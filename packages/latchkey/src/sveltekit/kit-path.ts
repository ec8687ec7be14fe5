import { resolve } from '$app/paths'

/**
 * Returns a path below `paths.base`. SvelteKit's own type accepts only the routes of one
 * application.
 */
export const kitPath = resolve as (path: string) => string
