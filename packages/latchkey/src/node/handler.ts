import { BadRequest } from '../errors/request.ts'
import type { Auth } from '../integration/create-auth.ts'
import { isEndpointPath } from '../request/action-names.ts'
import type { DefaultSession } from '../types/session.ts'
import { type Exchange, type NodeResponse, readPathname } from './message.ts'
import { toWebRequest } from './request.ts'
import { sendWebResponse } from './response.ts'

/**
 * Function that continues with the application's own code.
 *
 * @experimental
 */
export type Next = () => unknown

/**
 * Serves Latchkey's endpoints. For another path, calls `next`; without `next`, responds with 404.
 *
 * @returns a promise that rejects only if `next` throws or rejects
 */
export async function handleRequest<S extends DefaultSession>(
  auth: Auth<S>,
  exchange: Exchange,
  next?: Next,
): Promise<void> {
  if (isEndpointPath(auth.config, readPathname(exchange.req))) return serve(auth, exchange)
  if (next === undefined) return sendText(exchange.res, 404, 'Not Found')
  await next()
}

async function serve<S extends DefaultSession>(
  { config, handle }: Auth<S>,
  { req, res }: Exchange,
): Promise<void> {
  try {
    await sendWebResponse(res, await handle(toWebRequest(req, res)))
  } catch (error) {
    config.logger.error(error as Error)
    if (error instanceof BadRequest) sendText(res, 400, 'Bad Request')
    else sendText(res, 500, 'Internal Server Error')
  }
}

function sendText(res: NodeResponse, status: number, text: string): void {
  if (res.headersSent) return
  res.statusCode = status
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  res.end(text)
}
