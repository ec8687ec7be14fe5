import { latchkey } from '../../auth.ts'

export const GET = async () => Response.json(await latchkey().protect({ within: 600 }))
