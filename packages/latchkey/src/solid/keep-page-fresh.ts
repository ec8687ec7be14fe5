import { keepFresh, type RefetchPolicy } from '../client/keep-fresh.ts'
import { pageClient } from '../client/page-client.ts'

/** The mounted components' policies, and what reads the session for all of them. */
const policies = new Set<RefetchPolicy>()
let current: string | undefined
let stop: (() => void) | undefined

/**
 * Reads the page's session again when the policy of any mounted component requires it. All
 * components share one timer, with the shortest interval.
 *
 * @returns a function that removes the policy
 */
export function keepPageFresh(policy: RefetchPolicy): () => void {
  policies.add(policy)
  restart()
  return () => {
    policies.delete(policy)
    restart()
  }
}

/** Leaves the timer as it is while the policies together remain the same. */
function restart(): void {
  const policy = policies.size > 0 ? combine([...policies]) : undefined
  const next = JSON.stringify(policy)
  if (next === current) return
  current = next
  stop?.()
  stop = policy && keepFresh(pageClient.session, policy)
}

function combine(all: readonly RefetchPolicy[]): RefetchPolicy {
  const intervals = all.flatMap(({ refetchInterval = 0 }) => (refetchInterval > 0 ? [refetchInterval] : []))
  return {
    refetchInterval: intervals.length > 0 ? Math.min(...intervals) : 0,
    refetchOnWindowFocus: all.some(({ refetchOnWindowFocus = true }) => refetchOnWindowFocus),
    ...(all.every(({ refetchWhenOffline }) => refetchWhenOffline === false) && { refetchWhenOffline: false }),
  }
}
