import { isRedirect } from '@sveltejs/kit'
import { describeUrl } from '../../../../../compare/describe-response.ts'
import { recorder } from './recorder'

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
  if (result === undefined) return 'nothing'
  if (typeof result !== 'object' || result === null || !('url' in result)) return result
  return { url: describeUrl(new URL(String(result.url), 'http://relative.test')) }
}

function describeError(error: unknown): unknown {
  if (isRedirect(error)) return `a redirect with status ${error.status}`
  return { type: typeOf(error), isError: error instanceof Error }
}

export function typeOf(error: unknown): string {
  const { type, code, name } = error as { type?: string; code?: string; name?: string }
  return `${type ?? name}${code === undefined ? '' : ` (${code})`}`
}
