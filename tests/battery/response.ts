import { parseSetCookie, type SetCookie } from './cookie-jar.ts'

export interface ReceivedResponse {
  /** `none`: the library threw an error. */
  readonly status: number | 'none'
  readonly error?: unknown
  readonly headers: Headers
  readonly cookies: readonly SetCookie[]
  readonly text: string
  readonly milliseconds: number
  /** The redirect, or the URL in the JSON that scripts receive in its place. */
  readonly location: string | undefined
}

/** Reads a response. */
export async function readResponse(response: Response, milliseconds: number): Promise<ReceivedResponse> {
  const { status, headers } = response
  const text = await response.text()
  const cookies = headers.getSetCookie().map(parseSetCookie)
  return { status, headers, cookies, text, milliseconds, location: headers.get('location') ?? urlIn(text) }
}

function urlIn(text: string): string | undefined {
  const url = (parseJson(text) as { url?: unknown } | null | undefined)?.url
  return typeof url === 'string' ? url : undefined
}

/** @returns `undefined` if the text is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
