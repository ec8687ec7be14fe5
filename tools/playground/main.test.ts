import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { listenOnLoopback } from './loopback.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))
const FREE = {
  PROVIDER_PORT: '0',
  INBOX_PORT: '0',
  SMTP_PORT: '0',
  AUTH_PLAYGROUND_ID: 'demo',
  AUTH_PLAYGROUND_SECRET: 'a secret',
}

const started: ChildProcess[] = []

function run(changes: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [MAIN], {
    stdio: 'pipe',
    env: { ...process.env, ...FREE, ...changes },
  })
  started.push(child)
  return child
}

// Leave nothing running when a test fails.
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

async function ready(child: ChildProcess) {
  const [line] = await once(child.stdout ?? child, 'data')
  return JSON.parse(String(line))
}

describe('main', () => {
  it('prints one line when both servers are ready', async () => {
    const child = run()
    const { issuer, inbox, smtp, users } = await ready(child)
    expect((await fetch(`${issuer}/.well-known/openid-configuration`)).status).toBe(200)
    expect((await fetch(`${inbox}/messages`)).status).toBe(200)
    expect(smtp).toMatch(/^smtp:\/\/localhost:\d+$/)
    expect(users).toHaveLength(3)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('stops when its parent process ends', async () => {
    const child = run()
    await ready(child)
    child.stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it.each(['PROVIDER_PORT', 'INBOX_PORT', 'SMTP_PORT'])(
    'reports the port that is in use, and %s',
    async (variable) => {
      const other = createServer()
      const port = await listenOnLoopback(other, 0)
      const child = run({ [variable]: String(port) })
      const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
      other.close()
      expect(code).toBe(1)
      expect(message).toBe(
        `Playground: Port ${port} is in use by another program. ` +
          `Choose another port: ${variable}=${port + 10}\n`,
      )
    },
  )

  it('reports a missing setting', async () => {
    const child = run({ AUTH_PLAYGROUND_SECRET: '' })
    const [message, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    expect(message).toContain('AUTH_PLAYGROUND_SECRET is not set')
  })
})
