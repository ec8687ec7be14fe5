// Serves a function of Vercel's build output: `node serve-function.ts <file> <port>`.
import { createServer } from 'node:http'
import { sendWebResponse, toWebRequest } from 'latchkey/node'

const [, , file = '', port] = process.argv
const { default: handler } = (await import(file)) as { default: Handler }

type Handler =
  | { fetch(request: Request): Promise<Response> }
  | ((req: import('node:http').IncomingMessage, res: import('node:http').ServerResponse) => unknown)

createServer(async (req, res) => {
  // What Vercel adds, and what clients cannot change there.
  req.headers['x-forwarded-host'] = req.headers.host
  req.headers['x-forwarded-proto'] = 'https'
  req.headers['x-vercel-forwarded-for'] = '203.0.113.7'
  if (typeof handler === 'function') return void handler(req, res)
  const request = toWebRequest(req, res)
  const url = new URL(req.url ?? '/', `https://${req.headers.host}`)
  await sendWebResponse(res, await handler.fetch(new Request(url, request)))
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
