import { BASE } from '@latchkey/test-support/kit/app.ts'
import { code, section } from './render.ts'
import { setUp } from './setup.ts'

/** Describes the headers of each format of a response. */
export async function headers(): Promise<string> {
  const { browser } = setUp()
  const responses = [
    await browser.get(`${BASE}/signin`),
    await browser.get(`${BASE}/session`),
    await browser.post(`${BASE}/signin/idp`),
  ]
  const names = new Set(responses.flatMap((response) => [...response.headers.keys()]))
  const rows = [...names]
    .filter((name) => name !== 'set-cookie' && name !== 'location')
    .sort()
    .map((name) => [code(name), ...responses.map((response) => readHeader(response, name))])
  return section('Headers of responses', ['Header', 'Pages', 'JSON', 'Redirects'], rows)
}

function readHeader(response: Response, name: string): string {
  const value = response.headers.get(name)
  // The hashes follow from the style and the script of the page.
  return value === null ? '' : code(value.replace(/'sha256-[^']+'/g, "'sha256-…'"))
}
