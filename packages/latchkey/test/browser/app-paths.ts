/** `$app/paths` of SvelteKit in an application without a base path. */
export const resolve = (path: string): string => path
