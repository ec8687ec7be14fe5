#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommanderError } from 'commander'
import { describeReason } from './connect/failure.ts'
import { processOutput } from './output.ts'
import { EXIT_PROBLEM, EXIT_USAGE, Problem } from './problem.ts'
import { createProgram } from './program.ts'

const output = processOutput()

const exit = (code: number): void => {
  process.exitCode = code
}

try {
  await createProgram({ library: ownPackage(), folder: process.cwd(), output, exit }).parseAsync()
} catch (error) {
  exit(reportFailure(error))
}

/** Prints the error, unless the parser has already done so. */
function reportFailure(error: unknown): number {
  // The parser also throws after it has printed the help or the version.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE
  output.fail(error instanceof Problem ? error.message : `The command failed: ${describeReason(error)}`)
  return error instanceof Problem ? error.exitCode : EXIT_PROBLEM
}

function ownPackage(): { version: string; folder: string } {
  const folder = fileURLToPath(new URL('../..', import.meta.url))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { version, folder }
}
