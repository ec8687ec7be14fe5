import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { onTestFinished } from 'vitest'
import { findSection, readPage } from './application.ts'

/** A folder with programs that record their calls, in place of those of the machine. */
export interface RecordedShell {
  readonly folder: string
  /**
   * Runs commands in the folder.
   *
   * @returns whether they succeeded, and the calls of the programs
   */
  run(commands: string, ...args: string[]): Promise<{ ok: boolean; calls: string[] }>
}

/**
 * Returns the `sh` block of a section that contains a text.
 *
 * @throws {Error} when the section has none
 */
export async function findCommands(page: string, heading: string, text: string): Promise<string> {
  const section = findSection(await readPage(page), heading)
  for (const [, block = ''] of section.matchAll(/^```sh\n(.*?)^```$/gms))
    if (block.includes(text)) return block
  throw new Error(`The section "${heading}" has no commands with "${text}".`)
}

/**
 * Creates a folder with programs, and removes it after the test.
 *
 * @param programs what each program does after its call was recorded, in the language of the shell
 */
export async function recordedShell(programs: Readonly<Record<string, string>>): Promise<RecordedShell> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-shell-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'calls')
  for (const [name, commands] of Object.entries(programs)) {
    const text = `#!/bin/sh\necho "${name} $*" >> ${file}\n${commands}\n`
    await writeFile(join(folder, name), text, { mode: 0o755 })
  }
  return {
    folder,
    async run(commands, ...args) {
      await writeFile(file, '')
      const env = { PATH: `${folder}:/usr/bin:/bin` }
      const shell = {
        name: 'sh',
        program: '/bin/sh',
        args: ['-c', commands, 'sh', ...args],
        cwd: folder,
        env,
      }
      const { ok } = await runProcess(shell)
      return { ok, calls: (await readFile(file, 'utf8')).split('\n').filter(Boolean) }
    },
  }
}
