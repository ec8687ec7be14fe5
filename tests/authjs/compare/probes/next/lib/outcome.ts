import { describeUrl } from '../../../../compare/describe-response.ts'
import { recorder } from './recorder'
import { typeOf } from './shared'

/** Runs a function, and records what it returns or throws. */
export async function observed<T>(run: () => Promise<T>): Promise<T> {
  try {
    const result = await run()
    recorder.add('outcome', 'returns', describe(result))
    return result
  } catch (error) {
    recorder.add('outcome', 'throws', describeError(error))
    throw error
  }
}

function describe(result: unknown): unknown {
  if (typeof result === 'string') return { url: urlOf(result) }
  if (typeof result !== 'object' || result === null || !('redirect' in result)) return result
  return { redirect: urlOf(String(result.redirect)), fields: Object.keys(result).sort().join(', ') }
}

/** An error of Next.js has the status and the target in its digest. */
function describeError(error: unknown): unknown {
  const { digest } = error as { digest?: string }
  if (digest?.startsWith('NEXT_REDIRECT')) return 'a redirect'
  return { type: typeOf(error), isError: error instanceof Error }
}

function urlOf(url: string) {
  return describeUrl(new URL(url, 'http://relative.test'))
}
