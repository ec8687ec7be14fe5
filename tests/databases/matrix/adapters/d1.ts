import { D1Adapter, type D1Database, up } from '@auth/d1-adapter'
import { Miniflare } from 'miniflare'
import type { Combination } from '../combination.ts'

export const D1: readonly Combination[] = [
  {
    adapter: '@auth/d1-adapter',
    database: 'Cloudflare D1, miniflare',
    storesExtraFields: false,
    async open() {
      const miniflare = new Miniflare({
        modules: true,
        script: 'export default { fetch: () => new Response() }',
        d1Databases: ['DB'],
      })
      const database = (await miniflare.getD1Database('DB')) as unknown as D1Database
      await up(database)
      return { adapter: D1Adapter(database), close: () => miniflare.dispose() }
    },
  },
]
