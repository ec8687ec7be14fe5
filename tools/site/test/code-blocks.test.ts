import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse as parseScript } from 'acorn'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readPages, repository } from '../src/pages.ts'

interface Block {
  readonly name: string
  readonly language: string
  readonly code: string
}

/** All code blocks of the pages, with the line where each starts. */
const blocks: Block[] = readPages().flatMap(({ source }) => {
  const text = readFileSync(join(repository, source), 'utf8')
  return [...text.matchAll(/^( *)```(\w*)[^\n]*\n([\s\S]*?)^\1```$/gm)].map(
    ({ index, 1: indent = '', 2: language = '', 3: code = '' }) => ({
      name: `${source}:${text.slice(0, index).split('\n').length}`,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
})

/** How a language is checked. `check-examples` compiles `ts`, `tsx` and `svelte`. */
const CHECKS: Readonly<Record<string, (code: string) => void>> = {
  json: (code) => JSON.parse(code),
  js: (code) => parseScript(code, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }),
  yaml: (code) => {
    const errors = parseAllDocuments(code).flatMap((document) => document.errors ?? [])
    if (errors[0] !== undefined) throw errors[0]
  },
  // Placeholders such as `<name>` are no redirections.
  sh: (code) =>
    execFileSync('bash', ['-n'], { input: code.replaceAll(/<[\w -]+>/g, 'value'), stdio: 'pipe' }),
  ini: (code) => {
    const wrong = code.split('\n').find((line) => !/^\s*(?:[#;].*|\[.+\]|[\w.-]+\s*=.*)?$/.test(line))
    if (wrong !== undefined) throw new Error(`"${wrong}" is no setting.`)
  },
}

const ALIASES: Readonly<Record<string, string>> = { yml: 'yaml', mjs: 'js', bash: 'sh', env: 'ini' }

describe('Code blocks', () => {
  it.each(Object.keys(CHECKS))('in %s are valid', (language) => {
    const mistakes = blocks
      .filter((block) => (ALIASES[block.language] ?? block.language) === language)
      .flatMap(({ name, code }) => {
        try {
          CHECKS[language]?.(code)
          return []
        } catch (error) {
          return [`${name}: ${error instanceof Error ? error.message : error}`]
        }
      })
    expect(mistakes).toEqual([])
  })

  it('have a language', () => {
    expect(blocks.filter(({ language }) => language === '').map(({ name }) => name)).toEqual([])
  })
})
