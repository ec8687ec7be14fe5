import type { AuthConfig, LoggerInstance } from '../contract.ts'
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

/** The path below which our doors are: as configured, else that of the address, else the integration's. */
export function basePathOf(config: AuthConfig, defaults: EnvironmentDefaults, preset: string): string {
  return trimPath(config.basePath ?? pathOfUrl(defaults) ?? preset)
}

/** Tells that the path is set in two places, of which one does not count. */
export function warnOfRedundantBasePath(config: AuthConfig, logger: LoggerInstance): void {
  const advice = '`basePath` is set, and AUTH_URL has a path, too; `basePath` counts. Leave one of them out.'
  warnOnce(config, logger, 'env-url-basepath-redundant', advice)
}
