import { answer } from './answer.ts'

export default { fetch: (request: Request): Promise<Response> => answer(request) }
