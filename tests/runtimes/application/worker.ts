import { handle } from './handler.ts'

export default { fetch: (request: Request): Promise<Response> => handle(request) }
