import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startProcess } from '../../tests/support/processes/processes.mjs'
import { root, toolEnvironment } from '../../tests/support/processes/workspace.mjs'

const HELP = `npm run docs                              serves the documentation site, and follows changes
npm run docs -- --port 5000               serves it on another port than 5199
npm run docs -- build                     builds static files into tools/site/dist
npm run docs -- build --out FOLDER        builds them into another folder
npm run docs -- build --host URL          adds a sitemap, and absolute links in llms.txt`

const DEFAULT_PORT = '5199'

/** `npm run docs [-- build [--out FOLDER] [--host URL] | --port PORT | --help]` */
async function main() {
  const { command, out, host, port, help } = readArguments(process.argv.slice(2))
  if (help) return console.log(HELP)
  // In a separate process: the Node.js that the set-up installs reads TypeScript.
  const args = command === 'build' ? ['build', resolve(root, out)] : ['serve', String(port)]
  const child = startProcess({
    name: 'docs',
    program: 'node',
    args: [join(root, 'tools', 'site', 'src', 'main.ts'), ...args],
    cwd: root,
    env: toolEnvironment(host === undefined ? {} : { LATCHKEY_DOCS_HOST: host }),
    onOutput: (text) => process.stdout.write(text),
  })
  const { code } = await child.exited
  process.exitCode = code ?? 1
}

/**
 * @param {readonly string[]} args
 * @returns {{ command: string | undefined, out: string, host: string | undefined, port: number,
 *   help: boolean }}
 * @throws {Error} that lists the arguments
 */
function readArguments(args) {
  const { values, positionals } = parse(args)
  const [command, ...rest] = positionals
  const port = Number(values.port ?? DEFAULT_PORT)
  const problem =
    (command !== undefined && command !== 'build' && `There is no command "${command}".`) ||
    (rest.length > 0 && `There is no argument "${rest[0]}".`) ||
    (command === 'build' && values.port !== undefined && '`--port` is for serving.') ||
    (command !== 'build' &&
      (values.out ?? values.host) !== undefined &&
      '`--out` and `--host` are for `build`.') ||
    (!(Number.isInteger(port) && port >= 0 && port < 65_536) && `"${values.port}" is no port.`) ||
    (values.host !== undefined && !URL.canParse(values.host) && `"${values.host}" is no URL.`)
  if (problem) throw new Error(`${problem} Use:\n${HELP}`)
  const { out = 'tools/site/dist', host, help = false } = values
  return { command, out, host, port, help }
}

/** @param {readonly string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        host: { type: 'string' },
        port: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\nUse:\n${HELP}`)
  }
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
