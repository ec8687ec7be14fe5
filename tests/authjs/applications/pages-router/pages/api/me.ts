import type { NextApiRequest, NextApiResponse } from 'next'
import { auth } from '../../auth'

export default async function handler(request: NextApiRequest, response: NextApiResponse) {
  const session = await auth(request, response)
  if (!session) return response.status(401).json({ error: 'Unauthorized' })
  return response.json(session)
}
