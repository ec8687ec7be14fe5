import { protect } from '../../../auth'

export async function GET() {
  return Response.json(await protect())
}
