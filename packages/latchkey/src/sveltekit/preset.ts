import { loadOnce } from '../async/awaitable.ts'
import type { Preset } from '../config/resolve.ts'
import { isBuilt } from '../integration/built.ts'
import { kitEnvironment } from './environment.ts'
import { kitPath } from './kit-path.ts'

/**
 * `paths.origin` of vite.config. SvelteKit 3 replaces it when it builds the application. SvelteKit
 * 2 does not have it.
 */
declare const __SVELTEKIT_PATHS_ORIGIN__: string | undefined

/**
 * `paths.base` of vite.config. Read outside of a request, because within a request the path is
 * relative to the page.
 */
export const kitBase: string = kitPath('/').replace(/\/$/, '')

/** Returns the defaults that SvelteKit provides, so that the configuration need not set them. */
export const kitPreset: () => Preset | Promise<Preset> = loadOnce(async () => ({
  ...PRESET,
  environment: await kitEnvironment(),
}))

const PRESET: Preset = {
  basePath: '/auth',
  frameworkPath: kitBase,
  expectsTwoPaths: kitBase === '' ? undefined : true,
  isProduction: isBuilt,
  // Only in a build: the development server has another origin.
  origin: isBuilt && typeof __SVELTEKIT_PATHS_ORIGIN__ === 'string' ? __SVELTEKIT_PATHS_ORIGIN__ : undefined,
}
