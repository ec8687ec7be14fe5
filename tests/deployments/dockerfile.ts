/** An instruction, such as `COPY . .`. `text` is what follows its name. */
export interface Instruction {
  readonly name: string
  readonly text: string
}

/** A stage of a Dockerfile. Its first instruction follows `FROM`. */
export interface Stage {
  readonly image: string
  /** The name after `AS`. */
  readonly name?: string
  readonly instructions: readonly Instruction[]
}

const INSTRUCTION = /^([A-Z]+) (.*)$/
const FROM = /^(\S+)(?: AS (\S+))?$/

/**
 * Reads a Dockerfile without comments and without variables, as the guide shows.
 *
 * @throws {Error} with the line that is not an instruction
 */
export function readStages(dockerfile: string): Stage[] {
  const lines = dockerfile.replaceAll(/ *\\\n */g, ' ').split('\n')
  const instructions = lines.filter((line) => line !== '' && !line.startsWith('#')).map(instructionIn)
  const stages: (Stage & { instructions: Instruction[] })[] = []
  for (const each of instructions) {
    const [, image = '', name] = (each.name === 'FROM' && FROM.exec(each.text)) || []
    if (image !== '') stages.push({ image, ...(name && { name }), instructions: [] })
    else stages.at(-1)?.instructions.push(each)
  }
  return stages
}

function instructionIn(line: string): Instruction {
  const [, name = '', text = ''] = INSTRUCTION.exec(line) ?? []
  if (name === '') throw new Error(`This line of the Dockerfile is not an instruction: ${line}`)
  return { name, text }
}

/** Returns the text of an instruction that a stage has once, or '' if it has none. */
export function readText({ instructions }: Stage, name: string): string {
  return instructions.find((each) => each.name === name)?.text ?? ''
}

/** Returns the variables that a stage sets: `ENV NODE_ENV=production PORT=3000`. */
export function readVariables(stage: Stage): Record<string, string> {
  const words = readText(stage, 'ENV').split(' ').filter(Boolean)
  return Object.fromEntries(words.map((word) => word.split('=')))
}

/**
 * Returns the command of `HEALTHCHECK`, and of `CMD`, whose arguments are JSON.
 *
 * @throws {SyntaxError} when they are not
 */
export function findCommand(stage: Stage, name: 'CMD' | 'HEALTHCHECK'): { program: string; args: string[] } {
  const text = readText(stage, name)
  const [program = '', ...args] = JSON.parse(text.slice(text.indexOf('[')))
  return { program, args }
}
