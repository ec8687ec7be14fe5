// A Worker of Cloudflare with the core, and the adapter and the store over D1.
import { createAuth, type EmailConfig } from 'latchkey'
import sqlite, { type D1Database, migrate } from 'latchkey/adapters/sqlite'
import { sqliteStore } from 'latchkey/stores/sqlite'

const sent: string[] = []

const email: EmailConfig = {
  id: 'email',
  name: 'e-mail',
  type: 'email',
  sendVerificationRequest: ({ url }) => void sent.push(url),
}

export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/sent') return Response.json(sent)
    if (pathname === '/migrate') {
      await migrate(DB)
      return new Response()
    }
    const auth = createAuth({
      secret: 'a secret that is long enough for this test',
      trustHost: true,
      adapter: sqlite(DB),
      store: sqliteStore(DB),
      providers: [email],
    })
    return auth.handle(request)
  },
}
