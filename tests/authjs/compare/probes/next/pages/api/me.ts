import type { NextApiRequest, NextApiResponse } from 'next'
import { auth, noSecret } from '../../auth'
import { observed } from '../../lib/outcome'

export default async function handler(request: NextApiRequest, response: NextApiResponse) {
  const read = request.query.broken ? noSecret.auth : auth
  try {
    response.json(await observed(async () => read(request, response)))
  } catch {
    response.json('threw')
  }
}
