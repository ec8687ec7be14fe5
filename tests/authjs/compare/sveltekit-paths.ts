/**
 * `$app/paths` of an application at the root of its origin, which SvelteKit provides in a build.
 */
export const base = ''

export const resolve = (path: string): string => path
