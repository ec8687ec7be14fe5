import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * Runs a module in a separate process, and returns the JSON in the last line of its output.
 *
 * @throws {Error} with the output when it fails
 */
export function runChild<T>(
  module: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<T> {
  const file = fileURLToPath(new URL(module, import.meta.url))
  const child = spawn(process.execPath, ['--no-warnings', ...flags, file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', (text) => (output += text))
  child.stderr.on('data', (text) => (errors += text))
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(output.trim().split('\n').at(-1) ?? '') as T)
      else reject(new Error(`${module} ${args.join(' ')} failed.\n${output}${errors}`))
    })
  })
}
