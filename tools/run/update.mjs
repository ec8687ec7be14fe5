import { spawnSync } from 'node:child_process'
import { root } from '../../tests/support/processes/workspace.mjs'

/** What is generated, and the command that writes it. */
const GENERATED = {
  api: 'node tools/docs/api-report.mjs --write',
  catalogue: 'node tools/docs/check-catalogue.mjs --write',
  defaults: 'vitest run --project library packages/latchkey/test/defaults --update',
  stability: 'vitest run --project library tools/docs/stability.test.ts --update',
  conformance: 'vitest run --project conformance --update',
  compatibility: 'vitest run --project compatibility --project compatibility-frameworks --update',
  adapters: 'vitest run --project adapters --update',
}

/** `npm run update [-- name …]` writes everything that is generated, or only what is named. */
function main() {
  const names = process.argv.slice(2)
  const unknown = names.find((name) => !(name in GENERATED))
  if (unknown) {
    console.error(`"${unknown}" is not generated. Choose from: ${Object.keys(GENERATED).join(', ')}`)
    return 1
  }
  const chosen = Object.entries(GENERATED).filter(([name]) => names.length === 0 || names.includes(name))
  const commands = ['npm run --silent build', ...chosen.map(([, command]) => command)]
  return commands.some((command) => spawnSync(command, { cwd: root, shell: true, stdio: 'inherit' }).status)
    ? 1
    : 0
}

process.exitCode = main()
