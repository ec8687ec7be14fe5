import { formatCookies, storeCookies } from './cookie-jar.ts'
import type { CaseRequest } from './request.ts'
import { type ReceivedResponse, readResponse } from './response.ts'
import { collectValues, type Run } from './run.ts'
import { fillIn } from './template.ts'

/** Thrown if no HTTP client would send a request, such as one with a line break in a header. */
export class ImpossibleRequest extends Error {}

const FORM = 'application/x-www-form-urlencoded'

/** Sends a request with the cookies of the browser, and stores those of the response. */
export async function send(run: Run, request: CaseRequest): Promise<ReceivedResponse> {
  const response = await sendOnly(run, request)
  storeCookies(run.jar, response.cookies)
  return response
}

/** Sends a request with the cookies of the browser. */
export async function sendOnly(run: Run, request: CaseRequest): Promise<ReceivedResponse> {
  const built = build(run, request)
  const start = performance.now()
  try {
    const response = await run.app.handler(built)
    const milliseconds = performance.now() - start
    return await readResponse(response, milliseconds)
  } catch (error) {
    const milliseconds = performance.now() - start
    return {
      status: 'none',
      error,
      headers: new Headers(),
      cookies: [],
      text: '',
      milliseconds,
      location: undefined,
    }
  }
}

function build(run: Run, request: CaseRequest): Request {
  const { method, path, form, headers: given, body } = fillIn(request, collectValues(run))
  const { origin } = run.app
  const own = form && { 'content-type': FORM, origin, 'sec-fetch-site': 'same-origin' }
  try {
    const headers = toHeaders(run, { ...own, ...given })
    const host = headers.get('host')
    const server = host === null ? origin : origin.replace(/\/\/.*$/, `//${host}`)
    const hasBody = body !== undefined && method !== 'GET' && method !== 'HEAD'
    const encoded = hasBody ? encode(body, headers.get('content-type') ?? '') : null
    return new Request(server + path, { method, headers, body: encoded })
  } catch (error) {
    throw new ImpossibleRequest('No HTTP client sends this request', { cause: error })
  }
}

function toHeaders({ jar }: Run, given: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(Object.entries(given).filter(([, value]) => value !== ''))
  const cookies = [headers.get('cookie') ?? formatCookies(jar), headers.get('cookie-append') ?? '']
  const cookie = cookies.filter(Boolean).join('; ')
  if (cookie !== '') headers.set('cookie', cookie)
  headers.delete('cookie-append')
  return headers
}

function encode(body: NonNullable<CaseRequest['body']>, contentType: string): string {
  if (typeof body === 'string') return body
  if (contentType.includes('json')) return JSON.stringify(body)
  const fields = Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, String(each)]),
  )
  return new URLSearchParams(fields).toString()
}
