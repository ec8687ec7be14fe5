import { isFirstInProcess } from '../../log/first-in-process.ts'
import { oneProcess } from '../../sql/one-process.ts'
import type { AuthConfig, LoggerInstance } from '../../types/config.ts'
import type { Environment } from '../env.ts'

/** Variables set by platforms and process managers that start several instances. */
const PLATFORMS: readonly string[] = [
  'VERCEL',
  'AWS_LAMBDA_FUNCTION_NAME',
  'K_SERVICE',
  'NETLIFY',
  'CF_PAGES',
  'DENO_DEPLOYMENT_ID',
  'FLY_ALLOC_ID',
  'KUBERNETES_SERVICE_HOST',
  'ECS_CONTAINER_METADATA_URI_V4',
  'DYNO',
  'RENDER_INSTANCE_ID',
  'RAILWAY_REPLICA_ID',
  'NODE_UNIQUE_ID',
  'NODE_APP_INSTANCE',
]

/**
 * Warns if no store is set and the application probably runs in several processes: it has a
 * database that several can share, or its environment says so.
 */
export function warnOfStoreOfOneProcess(
  { adapter }: AuthConfig,
  env: Environment,
  logger: LoggerInstance,
): void {
  const hasReplica = adapter?.getSessionAndUserFromPrimary !== undefined
  const isShared = hasReplica || (adapter !== undefined && !(oneProcess in adapter))
  const sign = findInstancesSign(env) ?? (isShared ? 'The database can be used by several.' : undefined)
  if (sign === undefined || !isFirstInProcess('store-of-one-process')) return
  logger.warn(
    'store-of-one-process',
    `\`store\` is not set, so this process does not know what others have seen. ${sign} Then a copy of a ` +
      'signed-out cookie works in the other processes, and each has its own rate limits. ' +
      (hasReplica ? 'The database replica is not read. ' : '') +
      'Set `store` to one that all processes share; with one process, set `store: memoryStore()`.',
  )
}

/** Returns the sentence that says why several instances are likely. */
function findInstancesSign(env: Environment): string | undefined {
  // PM2 also numbers a single process.
  const name = PLATFORMS.find((each) => env[each] && !(each === 'NODE_APP_INSTANCE' && env[each] === '0'))
  if (name !== undefined) return `The variable ${name} says that there may be several.`
  return isClusterWorker() ? 'This process is a cluster worker.' : undefined
}

/** Node.js removes `NODE_UNIQUE_ID` when a cluster worker starts. */
function isClusterWorker(): boolean {
  try {
    // Without `node:`, which bundlers for other runtimes treat as an import. The types describe the
    // module; the function returns its default export.
    const cluster = globalThis.process?.getBuiltinModule?.('cluster') as { isWorker?: boolean } | undefined
    return cluster?.isWorker === true
  } catch {
    // The edge runtime of Next.js 14 has the function, which throws.
    return false
  }
}
