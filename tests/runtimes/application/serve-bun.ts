import { handle } from './handler.ts'

declare const Bun: {
  serve(options: { port: number; hostname: string; fetch: typeof handle }): { port: number }
}

console.log(`port ${Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: handle }).port}`)
