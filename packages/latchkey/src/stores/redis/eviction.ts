import type { RedisCommands } from './client.ts'

/**
 * Checks that Redis keeps every key until it expires. When Redis is full, it removes other keys
 * first, according to its policy: an ended session then becomes valid again, and a limit starts
 * again. With `noeviction`, it refuses to write, and no sign-in succeeds until there is space.
 *
 * Reads `INFO memory`, because managed services refuse `CONFIG GET`.
 *
 * @returns whether the policy is known
 * @throws {Error} with the fix, if Redis may remove keys; the client's error, if Redis cannot be
 *   reached
 * @see https://redis.io/docs/latest/develop/reference/eviction/
 */
export async function checkEviction({ memoryInfos }: RedisCommands): Promise<boolean> {
  let infos: readonly unknown[]
  try {
    infos = await memoryInfos()
  } catch (error) {
    if (isForbidden(error)) return false
    throw error
  }
  const policies = infos.map(readPolicy)
  const unsafe = policies.find((policy) => policy !== undefined && policy !== 'noeviction')
  if (unsafe === undefined) return policies.length > 0 && !policies.includes(undefined)
  throw new Error(
    'Redis removes keys before they expire when its memory is full, ' +
      `because \`maxmemory-policy\` is \`${unsafe}\`: sessions that were ended would become valid again. ` +
      'Set `maxmemory-policy` to `noeviction` in the service settings. On your own server, run ' +
      '`redis-cli config set maxmemory-policy noeviction`, and add the line to redis.conf.',
  )
}

/** Returns the policy. Without a memory limit, none applies. */
function readPolicy(info: unknown): string | undefined {
  const [, limit] = /^maxmemory:(\d+)/m.exec(String(info)) ?? []
  const [, policy] = /^maxmemory_policy:([\w-]+)/m.exec(String(info)) ?? []
  return limit === '0' ? 'noeviction' : policy
}

/** Some services reject the command, or the user may not call it. */
function isForbidden(error: unknown): boolean {
  return error instanceof Error && /^(?:NOPERM|ERR unknown command)\b/i.test(error.message)
}
