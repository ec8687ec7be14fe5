import { auth, lazy, noSecret, untrusted } from '@/auth'
import { observed } from '@/lib/outcome'

const READERS: Record<string, () => Promise<unknown>> = {
  usual: auth,
  lazy: lazy.auth,
  'no-secret': noSecret.auth,
  untrusted: untrusted.auth,
}

export async function GET(_request: Request, { params }: { params: Promise<{ reader: string }> }) {
  const read = READERS[(await params).reader] ?? auth
  try {
    return Response.json(await observed(() => read()))
  } catch {
    return Response.json('threw')
  }
}
