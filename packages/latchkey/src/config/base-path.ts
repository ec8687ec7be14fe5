import type { AuthConfig, LoggerInstance } from '../types/config.ts'
import type { EnvironmentDefaults } from './env.ts'
import { warnOnce } from './logger.ts'

/** A path with a slash in front and none at its end; the root is empty. */
export function trimPath(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

/** The path of the address in the environment; nothing when that is an origin alone, or no URL. */
export function pathOfUrl({ url }: Pick<EnvironmentDefaults, 'url'>): string | undefined {
  return (url && trimPath(URL.parse(url)?.pathname ?? '')) || undefined
}

/** Where an integration has its doors when nobody says so, and the framework's own path before every path. */
export interface PresetPaths {
  readonly basePath: string
  readonly frameworkPath?: string
}

/**
 * The path below which our doors are, as people see it: as configured, else that of the address, else the integration's. The framework's own path
 * may be written there too; alone it says nothing about our doors.
 */
export function basePathOf(
  config: AuthConfig,
  defaults: EnvironmentDefaults,
  { basePath, frameworkPath = '' }: PresetPaths,
): string {
  const path = trimPath(config.basePath ?? pathOfUrl(defaults) ?? basePath)
  return belowFramework(path === frameworkPath && frameworkPath !== '' ? basePath : path, frameworkPath)
}

/** A path as people see it, whether or not it was written with the framework's own. */
export function belowFramework(path: string, frameworkPath: string): string {
  return path === frameworkPath || path.startsWith(`${frameworkPath}/`) ? path : `${frameworkPath}${path}`
}

/** Tells that the path is set in two places, of which one does not count. */
export function warnOfRedundantBasePath(config: AuthConfig, logger: LoggerInstance): void {
  const advice = '`basePath` is set, and AUTH_URL has a path, too; `basePath` counts. Leave one of them out.'
  warnOnce(config, logger, 'env-url-basepath-redundant', advice)
}
