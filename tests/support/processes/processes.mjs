import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { isGroupAlive, isGroupGone, signalGroup } from './process-group.mjs'

/**
 * A program to start.
 *
 * @typedef {object} Command
 * @property {string} name the name for messages
 * @property {string} program
 * @property {readonly string[]} [args]
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env the complete environment
 * @property {'ignore' | 'pipe'} [stdin] `pipe` for a program that ends when the pipe closes, so
 *   that it also ends when this process is killed
 * @property {number} [graceMs] how long `stop` waits before it kills the process; default: 5
 *   seconds
 * @property {(text: string) => void} [onOutput] receives the output of the program as it is written
 */

/**
 * How a process ended: `code` is null when a signal ended it, and 127 when the program could not be
 * started.
 *
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit
 */

/**
 * A process that was started, with all of its child processes.
 *
 * @typedef {object} Running
 * @property {string} name
 * @property {number | undefined} pid undefined when the program could not be started
 * @property {() => string} log returns the end of its output, standard output and errors
 *   interleaved
 * @property {Promise<Exit>} exited never rejects
 * @property {() => Promise<void>} stop terminates the whole process tree, and kills it when it does
 *   not end in time
 */

const LOG_LIMIT = 1_000_000
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @type {Set<Running>} */
const running = new Set()

/**
 * Starts a program in its own process group, so that it can be stopped together with everything
 * that it starts. It is also stopped when this process ends or receives SIGINT, SIGTERM or SIGHUP.
 *
 * @param {Command} command
 * @returns {Running}
 */
export function startProcess(command) {
  const { name, program, args = [], cwd, env, stdin = 'ignore', graceMs = 5_000 } = command
  stopWithThisProcess()
  const child = spawn(program, args, { cwd, env, stdio: [stdin, 'pipe', 'pipe'], detached: true })
  const log = collectLog(child, command.onOutput)
  const exited = waitForEnd(child, log.write)
  const handle = { name, pid: child.pid, log: log.read, exited, stop: () => stopTree(handle, graceMs) }
  running.add(handle)
  exited.then(() => isGroupAlive(child.pid) || running.delete(handle))
  return handle
}

/**
 * Runs a program to its end.
 *
 * @param {Command & { timeoutMs?: number }} command
 * @returns {Promise<{ ok: boolean, output: string }>} `output` ends with the reason when the
 *   process was stopped or ended by a signal
 */
export async function runProcess({ timeoutMs = 600_000, ...command }) {
  const handle = startProcess(command)
  const timer = new AbortController()
  const late = delay(timeoutMs, /** @type {const} */ ('late'), { signal: timer.signal }).catch(
    () => /** @type {const} */ ('late'),
  )
  const end = await Promise.race([handle.exited, late])
  timer.abort()
  await handle.stop()
  if (end === 'late')
    return {
      ok: false,
      output: `${handle.log()}\n${command.name} took longer than ${timeoutMs / 1000} s and was stopped.`,
    }
  if (end.signal)
    return { ok: false, output: `${handle.log()}\n${command.name} was terminated by ${end.signal}.` }
  return { ok: end.code === 0, output: handle.log() }
}

/**
 * Waits until a process is ready: calls `probe` repeatedly until it returns a value.
 *
 * @template T
 * @param {Running} handle
 * @param {() => T | undefined | Promise<T | undefined>} probe
 * @param {number} [timeoutMs]
 * @returns {Promise<T>}
 * @throws {Error} with the end of the log, when the process ends first or takes too long; the
 *   process is stopped
 */
export async function untilReady(handle, probe, timeoutMs = 60_000) {
  const deadline = Date.now() + timeoutMs
  let exit = /** @type {Exit | undefined} */ (undefined)
  handle.exited.then((end) => {
    exit = end
  })
  while (!exit && Date.now() < deadline) {
    const value = await probe()
    if (value !== undefined) return value
    await delay(50)
  }
  const reason = exit
    ? describeExit(handle, exit)
    : `${handle.name} was not ready after ${timeoutMs / 1000} s. ${lastLines(handle)}`
  await handle.stop()
  throw new Error(reason)
}

/**
 * Describes how a process ended, with the last lines of its output.
 *
 * @param {Running} handle
 * @param {Exit} exit
 * @returns {string}
 */
export function describeExit(handle, exit) {
  return `${handle.name} ended (${exit.signal ?? `exit code ${exit.code}`}). ${lastLines(handle)}`
}

/** Stops all processes that this process started. */
export async function stopAll() {
  await Promise.all([...running].map((handle) => handle.stop()))
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {((text: string) => void) | undefined} onOutput
 */
function collectLog(child, onOutput) {
  let text = ''
  const write = (/** @type {string} */ chunk) => {
    text = (text + chunk).slice(-LOG_LIMIT)
    onOutput?.(chunk)
  }
  child.stdout?.setEncoding('utf8').on('data', write)
  child.stderr?.setEncoding('utf8').on('data', write)
  return { read: () => text, write }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {(text: string) => void} write
 * @returns {Promise<Exit>}
 */
async function waitForEnd(child, write) {
  const closed = new Promise((resolve) => child.once('close', resolve))
  /** @type {Exit} */
  const exit = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => {
      write(`${error.message}\n`)
      resolve({ code: 127, signal: null })
    })
  })
  // The last output may still be in transit. But a grandchild that keeps running holds the pipe
  // open forever.
  await Promise.race([closed, delay(300)])
  return exit
}

/**
 * @param {Running} handle
 * @param {number} graceMs
 */
async function stopTree(handle, graceMs) {
  signalGroup(handle.pid, 'SIGTERM')
  if (!(await isGroupGone(handle.pid, graceMs))) {
    signalGroup(handle.pid, 'SIGKILL')
    await isGroupGone(handle.pid, 2_000)
  }
  running.delete(handle)
  await handle.exited
}

function stopWithThisProcess() {
  if (process.listeners('exit').includes(killAll)) return
  process.on('exit', killAll)
  for (const signal of SIGNALS) process.on(signal, endOnSignal)
}

function killAll() {
  for (const { pid } of running) signalGroup(pid, 'SIGKILL')
}

/** @param {NodeJS.Signals} signal */
async function endOnSignal(signal) {
  const first = Date.now()
  // A second signal ends the process without waiting, and `killAll` does the rest. npm turns one
  // Ctrl-C into two signals, so signals within the first second are ignored.
  const endNow = () => void (Date.now() - first > 1_000 && process.exit(1))
  process.off(signal, endOnSignal).on(signal, endNow)
  await stopAll()
  process.off(signal, endNow)
  // If there are other listeners, they decide how this process ends. Otherwise the signal takes its
  // default effect, and processes started in the meantime are killed too.
  if (process.listenerCount(signal) > 0) return
  killAll()
  process.kill(process.pid, signal)
}

/** @param {Running} handle */
function lastLines(handle) {
  const lines = handle.log().trimEnd().split('\n').slice(-20)
  return lines.join('')
    ? `Its last output:\n${lines.map((line) => `  ${line}`).join('\n')}`
    : 'It wrote no output.'
}
