import { handle } from './handler.ts'

declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen: (address: { port: number }) => void },
    handler: typeof handle,
  ): void
}

Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: ({ port }) => console.log(`port ${port}`) }, handle)
