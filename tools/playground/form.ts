import type { IncomingMessage } from 'node:http'

const MAX_BYTES = 10_000

/**
 * Reads a form sent by `POST`. A form longer than 10 kB reads as empty; no form of the playground
 * is that long.
 */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= MAX_BYTES) chunks.push(chunk)
  }
  return new URLSearchParams(size > MAX_BYTES ? '' : Buffer.concat(chunks).toString())
}
