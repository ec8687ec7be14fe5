import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * Returns spellings of a path, some of which a router may take for the path: encoded letters, other
 * slashes and dots, other case.
 *
 * @param open a path that needs no session, such as that of the sign-in page
 */
export function spellings(path: string, open: string): string[] {
  const letters = [...path].flatMap((letter, index) => {
    const replace = (by: string): string => path.slice(0, index) + by + path.slice(index + 1)
    if (letter === '/') return ['//', '/./', '/%2e/', '/x/../', '%2F', '%5C', '\\'].map(replace)
    return [encode(letter), encode(letter).toUpperCase(), encode(letter).replace('%', '%25')].map(replace)
  })
  const up = open.replaceAll(/[^/]+/g, '../../../packages/latchkey/test')
  return [
    path,
    ...letters.filter((spelling) => spelling.startsWith('/')),
    [...path].map((letter) => (letter === '/' ? letter : encode(letter))).join(''),
    path.toUpperCase(),
    path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
    ...['/', '//', '/.', '/x/..', '?x', '%3Fx', ';x', '%00', '%ff', '%20'].map((end) => `${path}${end}`),
    `${open}${up}${path}`,
    `${open}${up.replaceAll('.', '%2e')}${path}`,
    `${open}/..%2f${path.slice(1)}`,
    `${path}${path.replaceAll(/[^/]+/g, '../../../packages/latchkey/test')}${open}`,
    `http://localhost${path}`,
  ]
}

function encode(letter: string): string {
  return `%${letter.charCodeAt(0).toString(16)}`
}

/** What a server sent to a client without cookies. */
export interface RawResponse {
  readonly path: string
  readonly status: number | undefined
  readonly body: string
}

/** Sends paths as they are: `fetch` resolves their dots. Follows no redirect. */
export async function openRaw(
  origin: string,
  paths: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<RawResponse[]> {
  const { hostname, port, host } = new URL(origin)
  const responses: RawResponse[] = []
  for (const path of paths) {
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      request({ hostname, port, path, headers: { host, ...headers } }, resolve)
        .on('error', reject)
        .end(),
    )
    responses.push({
      path,
      status: response.statusCode,
      body: await text(response),
    })
  }
  return responses
}

/** Returns the paths at which a text was sent. */
export function pathsWith(secret: string, responses: readonly RawResponse[]): string[] {
  return responses.filter(({ body }) => body.includes(secret)).map(({ path }) => path)
}
