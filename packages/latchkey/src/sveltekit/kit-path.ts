import { resolve } from '$app/paths'

/** A path below `paths.base`. SvelteKit's own type for it knows the routes of one application. */
export const kitPath = resolve as (path: string) => string
