import type { Preset } from '../config/resolve.ts'
import { kitPath } from './kit-path.ts'

/**
 * `paths.origin` of vite.config. SvelteKit 3 replaces it when it builds the application. SvelteKit
 * 2 does not have it.
 */
declare const __SVELTEKIT_PATHS_ORIGIN__: string | undefined

/** Vite replaces this value in a build. `NODE_ENV` is often not set on a production server. */
const isBuilt = (import.meta as { env?: { PROD?: boolean } }).env?.PROD === true

/**
 * `paths.base` of vite.config. Read outside of a request, because within a request the path is
 * relative to the page.
 */
export const kitBase: string = kitPath('/').replace(/\/$/, '')

/** Defaults that SvelteKit provides, so that the configuration need not set them. */
export const PRESET: Preset = {
  basePath: '/auth',
  frameworkPath: kitBase,
  expectsTwoPaths: kitBase === '' ? undefined : true,
  isProduction: isBuilt,
  // Only in a build: the development server has another origin.
  origin: isBuilt && typeof __SVELTEKIT_PATHS_ORIGIN__ === 'string' ? __SVELTEKIT_PATHS_ORIGIN__ : undefined,
}
