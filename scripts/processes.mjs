import { spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { isGroupAlive, isGroupGone, signalGroup } from './process-group.mjs'

/**
 * What to start.
 *
 * @typedef {object} Command
 * @property {string} name how messages call it
 * @property {string} program
 * @property {readonly string[]} [args]
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env the whole environment
 * @property {'ignore' | 'pipe'} [stdin] `pipe` for a program that ends when the pipe closes, so even a killed parent leaves nothing behind
 * @property {number} [graceMs] how long `stop` asks before it forces; 5 seconds unless told
 * @property {(text: string) => void} [onOutput] gets what the program writes, as it writes it
 */

/**
 * How a process ended: `code` is null when a signal ended it, and 127 when the program could not be started.
 *
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit
 */

/**
 * A process that was started, with all that it starts itself.
 *
 * @typedef {object} Running
 * @property {string} name
 * @property {number | undefined} pid undefined when the program could not be started
 * @property {() => string} log the end of what it wrote, standard output and errors as they came
 * @property {Promise<Exit>} exited never rejects
 * @property {() => Promise<void>} stop asks the whole tree to end, and ends it by force when it does not listen
 */

const LOG_LIMIT = 1_000_000
const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** @type {Set<Running>} */
const running = new Set()

/**
 * Starts a program in a process group of its own, so that it can be stopped with everything it starts. It is stopped too when this process
 * ends or is told to end (SIGINT, SIGTERM, SIGHUP).
 *
 * @param {Command} command
 * @returns {Running}
 */
export function startProcess(command) {
  const { name, program, args = [], cwd, env, stdin = 'ignore', graceMs = 5_000 } = command
  stopWithThisProcess()
  const child = spawn(program, args, { cwd, env, stdio: [stdin, 'pipe', 'pipe'], detached: true })
  const log = collectLog(child, command.onOutput)
  const exited = endOf(child, log.write)
  const handle = { name, pid: child.pid, log: log.read, exited, stop: () => stopTree(handle, graceMs) }
  running.add(handle)
  exited.then(() => isGroupAlive(child.pid) || running.delete(handle))
  return handle
}

/**
 * Runs a program to its end.
 *
 * @param {Command & { timeoutMs?: number }} command
 * @returns {Promise<{ ok: boolean, output: string }>} `output` says at its end what went wrong besides what the program wrote
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
  if (end.signal) return { ok: false, output: `${handle.log()}\n${command.name} was ended by ${end.signal}.` }
  return { ok: end.code === 0, output: handle.log() }
}

/**
 * Waits until a process is ready: asks `probe` again and again until it answers something.
 *
 * @template T
 * @param {Running} handle
 * @param {() => T | undefined | Promise<T | undefined>} probe
 * @param {number} [timeoutMs]
 * @returns {Promise<T>}
 * @throws {Error} with the end of the log, when the process ends first or takes too long; it is stopped then
 */
export async function untilReady(handle, probe, timeoutMs = 60_000) {
  const deadline = Date.now() + timeoutMs
  let exit = /** @type {Exit | undefined} */ (undefined)
  handle.exited.then((end) => {
    exit = end
  })
  while (!exit && Date.now() < deadline) {
    const answer = await probe()
    if (answer !== undefined) return answer
    await delay(50)
  }
  const reason = exit
    ? describeExit(handle, exit)
    : `${handle.name} was not ready after ${timeoutMs / 1000} s. ${lastLines(handle)}`
  await handle.stop()
  throw new Error(reason)
}

/**
 * Says how a process ended, with the last lines that it wrote.
 *
 * @param {Running} handle
 * @param {Exit} exit
 * @returns {string}
 */
export function describeExit(handle, exit) {
  return `${handle.name} ended (${exit.signal ?? `exit code ${exit.code}`}). ${lastLines(handle)}`
}

/** Stops everything that this process started. */
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
async function endOf(child, write) {
  const closed = new Promise((resolve) => child.once('close', resolve))
  /** @type {Exit} */
  const exit = await new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', (error) => {
      write(`${error.message}\n`)
      resolve({ code: 127, signal: null })
    })
  })
  // What it wrote last is still under way; but a grandchild that lives on holds the pipe open for ever.
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
  // Asked again there is no more waiting, and `killAll` does the rest. But of one Ctrl-C npm makes two signals, so not at once.
  const endNow = () => void (Date.now() - first > 1_000 && process.exit(1))
  process.off(signal, endOnSignal).on(signal, endNow)
  await stopAll()
  process.off(signal, endNow)
  // Whoever else listens decides how this process ends; otherwise the signal takes its usual course, and what was started meanwhile goes too.
  if (process.listenerCount(signal) > 0) return
  killAll()
  process.kill(process.pid, signal)
}

/** @param {Running} handle */
function lastLines(handle) {
  const lines = handle.log().trimEnd().split('\n').slice(-20)
  return lines.join('')
    ? `The last that it wrote:\n${lines.map((line) => `  ${line}`).join('\n')}`
    : 'It wrote nothing.'
}
