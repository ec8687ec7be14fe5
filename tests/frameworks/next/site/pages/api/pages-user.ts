import type { NextApiRequest, NextApiResponse } from 'next'
import { currentUser } from '../../auth'
import { describeUser } from '../../user'

/** Calls `currentUser` with both, or with a context as `getServerSideProps` does. */
export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const query = new URLSearchParams(req.query as Record<string, string>)
  const user = query.has('context') ? await currentUser({ req, res }) : await currentUser(req, res)
  res.json(await describeUser(user, query))
}
