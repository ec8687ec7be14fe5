import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isGroupAlive } from './process-group.mjs'
import { describeExit, runProcess, startProcess, stopAll, untilReady } from './processes.mjs'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-processes-'))
})

afterEach(async () => {
  await stopAll()
  await rm(folder, { recursive: true })
})

/** Returns a command that runs Node.js code. */
function node(code: string, name = 'sample') {
  return {
    name,
    program: process.execPath,
    args: ['--input-type=module', '-e', code],
    cwd: folder,
    env: process.env,
  }
}

/** Code that starts a long-running child process and prints its process id. */
const withChild = (atEnd: string) => `
  import { spawn } from 'node:child_process'
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
  console.log('child ' + child.pid)
  ${atEnd}`

const findChild = (handle: { log(): string }) => () => /child (\d+)/.exec(handle.log())?.[1]

/** Says whether a process runs. A process that ended but was not reaped is still listed. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

describe('a process', () => {
  it('is ready when the probe returns a value', async () => {
    const handle = startProcess(node("console.log('port 12'); setInterval(() => {}, 1000)"))
    const port = await untilReady(handle, () => /port (\d+)/.exec(handle.log())?.[1])
    expect(port).toBe('12')
  })

  it('that ends before it is ready is reported with the last lines of its log', async () => {
    const handle = startProcess(node("console.error('no such database'); process.exit(3)", 'shop'))
    await expect(untilReady(handle, () => undefined)).rejects.toThrow(
      /shop ended \(exit code 3\)[\s\S]*no such database/,
    )
  })

  it('that is never ready is stopped', async () => {
    const handle = startProcess(node('setInterval(() => {}, 1000)'))
    await expect(untilReady(handle, () => undefined, 300)).rejects.toThrow(
      'sample was not ready after 0.3 s. It wrote no output.',
    )
    expect(isGroupAlive(handle.pid)).toBe(false)
  })

  it('that ends later is described with its signal and its last output', async () => {
    const handle = startProcess(node("console.log('last output'); process.kill(process.pid, 'SIGKILL')"))
    const exit = await handle.exited
    expect(describeExit(handle, exit)).toMatch(/sample ended \(SIGKILL\)[\s\S]*last output/)
  })

  it('whose program does not exist ends with code 127', async () => {
    const handle = startProcess({ ...node(''), program: join(folder, 'nothing-here') })
    expect(await handle.exited).toEqual({ code: 127, signal: null })
    expect(handle.log()).toContain('ENOENT')
  })
})

describe('stop', () => {
  it('also ends the child processes', async () => {
    const handle = startProcess(node(withChild('')))
    const child = Number(await untilReady(handle, findChild(handle)))
    expect(isRunning(child)).toBe(true)
    await handle.stop()
    expect(isRunning(child)).toBe(false)
  })

  it('ends the children of a process that has already ended', async () => {
    const handle = startProcess(node(withChild('setTimeout(() => process.exit(), 300)')))
    const child = Number(await untilReady(handle, findChild(handle)))
    await handle.exited
    expect(isRunning(child)).toBe(true)
    await stopAll()
    expect(isRunning(child)).toBe(false)
  })

  it('kills a process that ignores SIGTERM', async () => {
    const stubborn = node(
      "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')",
    )
    const handle = startProcess({ ...stubborn, graceMs: 200 })
    await untilReady(handle, () => handle.log().includes('ready') || undefined)
    await handle.stop()
    expect(await handle.exited).toEqual({ code: null, signal: 'SIGKILL' })
  })
})

describe('a process that ends', () => {
  const module = fileURLToPath(new URL('./processes.mjs', import.meta.url))

  /**
   * Returns a program that starts another one with `processes.mjs` and then runs `then`. The inner
   * program is in its own process group and takes some time to end.
   */
  const starter = (then: string) =>
    node(`
      import { writeFileSync } from 'node:fs'
      import { startProcess, untilReady } from ${JSON.stringify(module)}
      const inner = startProcess({
        name: 'inner',
        program: process.execPath,
        args: ['-e', ${JSON.stringify(slow)}],
        cwd: '.',
        env: process.env,
      })
      await untilReady(inner, () => inner.log().includes('up') || undefined)
      writeFileSync('inner', String(inner.pid))
      console.log('ready')
      ${then}`)

  const slow = `
    const end = () => {
      require('node:fs').writeFileSync('graceful-end', '')
      process.exit()
    }
    process.on('SIGTERM', () => setTimeout(end, 300))
    setInterval(() => {}, 1000)
    console.log('up')`

  const endedGracefully = () => existsSync(join(folder, 'graceful-end'))
  const innerPid = async () => Number(await readFile(join(folder, 'inner'), 'utf8'))

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('stops its child processes on %s', async (signal) => {
    const outer = startProcess(starter(''))
    await untilReady(outer, () => outer.log().includes('ready') || undefined)
    process.kill(outer.pid!, signal)
    expect(await outer.exited).toEqual({ code: null, signal })
    expect(isRunning(await innerPid())).toBe(false)
  })

  it('lets its child processes end gracefully, even if npm turns one Ctrl-C into two signals', async () => {
    const outer = startProcess(starter(''))
    await untilReady(outer, () => outer.log().includes('ready') || undefined)
    process.kill(outer.pid!, 'SIGINT')
    await delay(100)
    process.kill(outer.pid!, 'SIGINT')
    expect(await outer.exited).toEqual({ code: null, signal: 'SIGINT' })
    expect(endedGracefully()).toBe(true)
  })

  it.each(['process.exit(4)', "throw new Error('broken')"])(
    'stops its child processes on %s',
    async (then) => {
      const outer = startProcess(starter(then))
      await outer.exited
      await expect.poll(async () => isRunning(await innerPid())).toBe(false)
    },
  )
})

describe('runProcess', () => {
  it('returns success and output', async () => {
    expect(await runProcess(node("console.log('out'); console.error('err')"))).toEqual({
      ok: true,
      output: expect.stringMatching(/out[\s\S]*err/),
    })
  })

  it('returns failure', async () => {
    expect(await runProcess(node('process.exit(1)'))).toEqual({ ok: false, output: '' })
  })

  it('stops a program that takes too long, and reports it', async () => {
    const result = await runProcess({ ...node('setInterval(() => {}, 1000)'), timeoutMs: 300 })
    expect(result).toEqual({ ok: false, output: expect.stringContaining('sample took longer than 0.3 s') })
  })
})
