import { loadOnce } from '../async/awaitable.ts'
import type { ResolvedAuth } from '../contract/context.ts'

const rare = loadOnce(() => import('./rare-verdict.ts'))

/**
 * Returns the response that the callback `authorized` decided on, or whether it allows the request:
 * only `true` does.
 */
export async function toVerdict(config: ResolvedAuth, returned: unknown): Promise<Response | boolean> {
  const verdict = await returned
  if (verdict instanceof Response) return verdict
  if (!verdict || verdict === true) return verdict === true
  const { asResponse, warnOfResult } = await rare()
  return (await asResponse(verdict)) ?? warnOfResult(config)
}

/** Warns that `false` has no effect, because the handler decides. */
export async function noteIgnored(config: ResolvedAuth): Promise<void> {
  ;(await rare()).warnOfIgnored(config)
}
