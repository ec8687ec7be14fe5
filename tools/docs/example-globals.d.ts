// Declarations that the examples assume: parts of the reader's application.
declare function findUser(
  email: string | undefined,
  password: string | undefined,
): Promise<import('latchkey').User | null>
declare const signIn: import('latchkey/next').LatchkeyResult['signIn']
declare const text: string
declare const Deno: { serve(handler: (request: Request) => Promise<Response>): void }
declare const Bun: { serve(options: { fetch: (request: Request) => Promise<Response> }): void }

/** Files of "Passwords" that other pages import. */
declare module '*/password-sign-in' {
  export const passwordSignIn: import('latchkey').CredentialsConfig
}

/** The parts of packages for hashes that the examples use. */
declare module 'bcryptjs' {
  export function compare(password: string, hash: string): Promise<boolean>
}
declare module '@node-rs/argon2' {
  export function verify(hash: string, password: string): Promise<boolean>
}

/** The parts of Playwright's test runner that the examples use. */
declare module '@playwright/test' {
  import type { BrowserContext, Page } from 'playwright-core'

  export type { BrowserContext, Page }
  export function test(
    title: string,
    body: (fixtures: { page: Page; context: BrowserContext }) => Promise<void>,
  ): void
}

type ExampleLocals = import('latchkey/sveltekit').LatchkeyLocals

/** What an application on SvelteKit declares in `src/app.d.ts`. */
// biome-ignore lint/style/noNamespace: SvelteKit requires this declaration.
declare namespace App {
  interface Locals extends ExampleLocals {}
}

/** The types that SvelteKit generates beside every route. */
declare module '*/$types' {
  export type {
    Actions,
    RequestHandler,
    ServerLoad as LayoutServerLoad,
    ServerLoad as PageServerLoad,
  } from '@sveltejs/kit'
}

/** The same for components. */
declare module '*/$types.js' {
  export type PageData = {
    session: import('latchkey').Session | null
    email?: string
    token?: string
    callbackUrl?: string
    notice?: string
  }
  export type PageProps = { data: PageData; form: Record<string, string> | null }
  export type ActionData = Record<string, string> | null
  export type LayoutData = PageData
  export type LayoutProps = { data: LayoutData; children: import('svelte').Snippet }
}

/** The parts of Prisma and of its adapters that the examples use. */
declare module '@auth/prisma-adapter' {
  export function PrismaAdapter(prisma: unknown): import('latchkey/adapters').Adapter
}
declare module '@prisma/adapter-pg' {
  export class PrismaPg {
    constructor(options: { connectionString: string | undefined })
  }
}
/** What `prisma generate` writes. */
declare module '*/generated/prisma/client' {
  interface Table<Where> {
    deleteMany(query: { where: Where }): Promise<{ count: number }>
  }
  type Account = Record<'userId' | 'type' | 'provider' | 'providerAccountId', string> &
    Record<'access_token' | 'refresh_token' | 'id_token', string | null> &
    Record<'scope' | 'token_type' | 'session_state', string | null> & { expires_at: number | null }
  interface AccountTable extends Table<Partial<Account>> {
    findMany(query: { where: Partial<Account> }): Promise<Account[]>
    updateMany(query: { where: Partial<Account>; data: Partial<Account> }): Promise<{ count: number }>
  }
  export class PrismaClient {
    constructor(options: { adapter: import('@prisma/adapter-pg').PrismaPg })
    account: AccountTable
    session: Table<{ userId: string }>
    verificationToken: Table<{ identifier: string }>
  }
}

/** Works only with SvelteKit 2, so it is installed only for its tests. */
declare module '@sveltejs/adapter-auto' {
  export { default } from '@sveltejs/adapter-node'
}

/** The parts of ioredis that the examples use. */
declare module 'ioredis' {
  import type { IoRedisClient } from 'latchkey/stores/redis'

  interface Options {
    lazyConnect?: boolean
    enableAutoPipelining?: boolean
  }
  interface Connection {
    on(event: 'connect', listener: () => void): unknown
    readonly stream: { unref(): void }
  }
  export const Redis: new (url: string, options?: Options) => IoRedisClient & Connection
  export const Cluster: new (nodes: string[], options?: Options) => IoRedisClient
}

/** The part of the client of Upstash that the examples use. */
declare module '@upstash/redis' {
  import type { UpstashClient } from 'latchkey/stores/redis'

  export const Redis: { fromEnv(): UpstashClient }
}

/** The part of the client of PlanetScale that the examples use. */
declare module '@planetscale/database' {
  import type { PlanetScaleClient } from 'latchkey/adapters/mysql'

  export const Client: new (options: { url: string | undefined }) => PlanetScaleClient
}

/** The parts of Drizzle that the examples use. It is installed only for its tests. */
declare module 'drizzle-orm' {
  export type Condition = { readonly condition: true }
  export function and(...conditions: (Condition | undefined)[]): Condition
  export function eq(column: unknown, value: unknown): Condition
  export function isNull(column: unknown): Condition
}
declare module 'drizzle-orm/node-postgres' {
  type Condition = import('drizzle-orm').Condition
  type Row = import('*/schema').Row
  export interface NodePgDatabase {
    select(): { from(table: unknown): { where(condition: Condition): Promise<Row[]> } }
    update(table: unknown): {
      set(values: object): { where(condition: Condition): { returning(columns: object): Promise<object[]> } }
    }
  }
}
/** The schema that the Drizzle adapter documents. */
declare module '*/schema' {
  export type Row = Record<'userId' | 'type' | 'provider' | 'providerAccountId', string> &
    Record<'access_token' | 'refresh_token' | 'id_token', string | null> &
    Record<'scope' | 'token_type' | 'session_state', string | null> & { expires_at: number | null }
  export const accounts: Readonly<Record<keyof Row, unknown>>
}

/** What `wrangler types` declares for the Worker of the page about Cloudflare. */
declare module 'cloudflare:workers' {
  export const env: { readonly DB: import('latchkey/adapters/sqlite').D1Database }
}

/** What the page about Cloudflare uses in Next.js. */
declare module '@opennextjs/cloudflare' {
  export function getCloudflareContext(): { readonly env: object }
}

/** Adapters of SvelteKit 2. The examples are compiled with SvelteKit 3. */
declare module '@sveltejs/adapter-cloudflare' {
  export default function adapter(options?: object): import('@sveltejs/kit').Adapter
}
declare module '@sveltejs/adapter-vercel' {
  export default function adapter(options?: object): import('@sveltejs/kit').Adapter
}

/** The part of next-intl that the examples use. */
declare module 'next-intl/middleware' {
  import type { NextRequest, NextResponse } from 'next/server'

  export default function createMiddleware(routing: {
    locales: readonly string[]
    defaultLocale: string
  }): (request: NextRequest) => NextResponse
}
