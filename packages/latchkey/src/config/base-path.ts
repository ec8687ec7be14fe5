import { warnOnce } from '../log/logger.ts'
import type { AuthConfig, LoggerInstance, ReadonlyAuthConfig } from '../types/config.ts'
import type { EnvironmentDefaults } from './env.ts'

/** Returns a path with a leading slash and without a trailing one; an empty string for the root. */
export function trimPath(path: string): string {
  const trimmed = path.replace(/^\/+|\/+$/g, '')
  return trimmed === '' ? '' : `/${trimmed}`
}

/** Returns the path in `AUTH_URL`; `undefined` if it is only an origin or not a valid URL. */
export function urlPath({ url }: Pick<EnvironmentDefaults, 'url'>): string | undefined {
  return (url && trimPath(URL.parse(url)?.pathname ?? '')) || undefined
}

/** An integration's default base path, and its framework's base path. */
export interface PresetPaths {
  readonly basePath: string
  readonly frameworkPath?: string
}

/**
 * Returns the endpoints' public path: the configured one, otherwise the path in `AUTH_URL`,
 * otherwise the integration's default. The path may include the framework's base path. A path that
 * is only the framework's base path is ignored.
 */
export function choosePublicPath(
  config: AuthConfig,
  defaults: EnvironmentDefaults,
  { basePath, frameworkPath = '' }: PresetPaths,
): string {
  const path = trimPath(config.basePath ?? urlPath(defaults) ?? basePath)
  return belowFramework(path === frameworkPath && frameworkPath !== '' ? basePath : path, frameworkPath)
}

/** Returns a path's public form, whether or not it includes the framework's base path. */
export function belowFramework(path: string, frameworkPath: string): string {
  return path === frameworkPath || path.startsWith(`${frameworkPath}/`) ? path : `${frameworkPath}${path}`
}

/** Warns that the base path is set twice. */
export function warnOfRedundantBasePath(config: ReadonlyAuthConfig, logger: LoggerInstance): void {
  const advice =
    '`basePath` is set and `AUTH_URL` has a path; `basePath` takes precedence. Remove one of them.'
  warnOnce(config, logger, 'env-url-basepath-redundant', advice)
}
