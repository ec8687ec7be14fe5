import { auth } from '../../../../auth'

/** The parameters are no promise before Next.js 15. */
export const GET = auth((request, { params }: { params: { id: string } }) =>
  Response.json({ id: params.id, email: request.auth?.user?.email ?? null }),
)
