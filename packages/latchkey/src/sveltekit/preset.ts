import type { Preset } from '../config/resolve.ts'
import { kitPath } from './kit-path.ts'

/** `paths.origin` of vite.config. SvelteKit 3 writes it here when it builds the application; SvelteKit 2 does not know it. */
declare const __SVELTEKIT_PATHS_ORIGIN__: string | undefined

/** Vite says so in what it builds. The environment of a server that was built often says nothing. */
const isBuilt = (import.meta as { env?: { PROD?: boolean } }).env?.PROD === true

/** `paths.base` of vite.config. Asked for outside of a request: within one the answer would be relative to its page. */
export const kitBase: string = kitPath('/').replace(/\/$/, '')

/** What SvelteKit knows, and the configuration need not say. */
export const PRESET: Preset = {
  basePath: '/auth',
  frameworkPath: kitBase,
  expectsTwoPaths: kitBase === '' ? undefined : true,
  isProduction: isBuilt,
  // Vite's own server listens elsewhere than the application that is built.
  origin: isBuilt && typeof __SVELTEKIT_PATHS_ORIGIN__ === 'string' ? __SVELTEKIT_PATHS_ORIGIN__ : undefined,
}
