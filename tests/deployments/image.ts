import { chmod, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { runProcess } from '@latchkey/test-support/processes/processes.mjs'
import { toolEnvironment } from '@latchkey/test-support/processes/workspace.mjs'
import { type Instruction, readStages, type Stage } from './dockerfile.ts'

/** The last stage of a Dockerfile, with its files in a folder instead of an image. */
export interface Image {
  /** The root of its file system. */
  readonly folder: string
  readonly stage: Stage
  /** The folder of the application in the first stage. */
  readonly build: string
  remove(): Promise<void>
}

/** Commands of the Dockerfile that are replaced because they load packages. Each gets `/app`. */
export type Replacements = Readonly<Record<string, (folder: string) => Promise<void>>>

/**
 * Executes the instructions of a Dockerfile that concern files, each stage in an empty folder:
 * `COPY` as copies, and `RUN` as commands.
 *
 * @param context the folder with the Dockerfile
 * @param replacements what to do instead of a command
 * @throws {Error} with the output of the command that failed, or with an instruction that is not
 *   known
 */
export async function buildImage(context: string, replacements: Replacements): Promise<Image> {
  const parent = await mkdtemp(join(tmpdir(), 'latchkey-image-'))
  const remove = (): Promise<void> => rm(parent, { recursive: true, force: true })
  try {
    // The user of the container reads it, too.
    await chmod(parent, 0o755)
    const stages = readStages(await readFile(join(context, 'Dockerfile'), 'utf8'))
    const ignored = (await readFile(join(context, '.dockerignore'), 'utf8')).split('\n').slice(1)
    const folders = stages.map((_, index) => join(parent, String(index)))
    for (const [index, stage] of stages.entries()) {
      const folder = folders[index] ?? ''
      const from = (name: string): string => folders[stages.findIndex((each) => each.name === name)] ?? ''
      for (const instruction of stage.instructions)
        await execute(instruction, { folder, context, ignored, from, replacements })
    }
    const [folder = '', stage] = [folders.at(-1), stages.at(-1)]
    if (stage === undefined) throw new Error('The Dockerfile has no stage.')
    return { folder, stage, build: join(folders[0] ?? '', WORKDIR), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

interface StageFiles {
  /** The root of the file system of the stage. */
  readonly folder: string
  readonly context: string
  /** The patterns of `.dockerignore`. */
  readonly ignored: readonly string[]
  /** Returns the root of another stage. */
  readonly from: (name: string) => string
  readonly replacements: Replacements
}

const WORKDIR = '/app'

/** Instructions that change no file. */
const SETTINGS = ['ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD']

async function execute({ name, text }: Instruction, files: StageFiles): Promise<void> {
  if (name === 'WORKDIR' && text === WORKDIR) await mkdir(join(files.folder, WORKDIR), { recursive: true })
  else if (name === 'COPY') await copy(text.split(' '), files)
  else if (name === 'RUN') for (const command of text.split(' && ')) await runCommand(command, files)
  else if (!SETTINGS.includes(name)) throw new Error(`This instruction is not known: ${name} ${text}`)
}

async function copy(words: readonly string[], { folder, context, ignored, from }: StageFiles): Promise<void> {
  const stage = words.find((word) => word.startsWith('--from='))?.slice('--from='.length)
  const paths = words.filter((word) => !word.startsWith('--'))
  const target = join(folder, WORKDIR, paths.at(-1) ?? '')
  for (const path of paths.slice(0, -1)) {
    const source = stage === undefined ? join(context, path) : join(from(stage), path)
    // The contents of a folder are copied, but a file goes into the folder.
    const isIntoFolder = paths.at(-1)?.endsWith('/') && /\.\w+$/.test(path)
    await mkdir(dirname(target), { recursive: true })
    await cp(source, isIntoFolder ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => stage !== undefined || !isIgnored(file.slice(context.length + 1), ignored),
    })
  }
}

/** Patterns without a slash are about the root of the context. */
function isIgnored(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => pattern !== '' && matchesGlob(path, pattern))
}

async function runCommand(command: string, { folder, replacements }: StageFiles): Promise<void> {
  const cwd = join(folder, WORKDIR)
  const replacement = replacements[command]
  if (replacement) return await replacement(cwd)
  const env = toolEnvironment({ NODE_ENV: undefined })
  const shell = { name: command, program: 'sh', args: ['-c', command], cwd, env }
  const { ok, output } = await runProcess(shell)
  if (!ok) throw new Error(`${command} failed.\n${output}`)
}
