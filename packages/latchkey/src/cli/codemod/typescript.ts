import { createRequire } from 'node:module'
import { join } from 'node:path'
import type ts from 'typescript'
import { Problem } from '../problem.ts'

type TypeScript = typeof ts

/** The package itself, and the one with the JavaScript interface next to TypeScript 7. */
const NAMES = ['typescript', '@typescript/typescript6']

/**
 * The parser in TypeScript 5 or 6: the application's, or the one next to the command. TypeScript 7
 * has no JavaScript interface.
 *
 * @throws {Problem} if there is none
 */
export const typescript: TypeScript = load([join(process.cwd(), 'package.json'), import.meta.url])

function load(places: readonly string[]): TypeScript {
  for (const require of places.map((place) => createRequire(place))) {
    for (const name of NAMES) {
      const found = tryRequire(require, name)
      if (found?.createSourceFile !== undefined) return found
    }
  }
  throw new Problem(
    'The command parses your code with TypeScript 5 or 6, which is not installed here. Run:\n\n' +
      '  npx --package latchkey --package typescript@6 latchkey codemod authjs',
  )
}

function tryRequire(require: NodeJS.Require, name: string): TypeScript | undefined {
  try {
    return require(name)
  } catch {
    return undefined
  }
}
