import { recorder } from '@/lib/recorder'

export function POST() {
  return Response.json(recorder.take())
}
