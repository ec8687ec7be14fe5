import { stripVTControlCharacters, styleText } from 'node:util'

/** Where a command prints. */
export interface Output {
  /** Prints a result, such as SQL, to the standard output. */
  print(text: string): void
  /** Prints a line for the user to the standard error, so that it does not mix with a result. */
  note(line: string): void
  /** Prints what went wrong to the standard error. */
  fail(line: string): void
  /** Replaces the previous progress line, or prints nothing without a terminal. */
  progress(line: string): void
  /** Replaces a text, such as a password, in everything that is printed from now on. */
  hide(secret: string): void
  /** Returns a text without the hidden parts. */
  clean(text: string): string
}

/** A URL in an unknown option or in a driver's error can also contain a password. */
const PASSWORD_IN_URL = /(:\/\/[^\s:/@]*:)\S*@/g

type Colour = 'red' | 'dim'

/** Returns the output to the process's streams. */
export function processOutput({ stdout, stderr }: NodeJS.Process = process): Output {
  const secrets = new Set<string>()
  const clean = (text: string): string =>
    [...secrets]
      .reduce((rest, secret) => rest.replaceAll(secret, '***'), stripVTControlCharacters(text))
      .replace(PASSWORD_IN_URL, '$1***@')
  const inColour = (colour: Colour, text: string): string =>
    hasColours(stderr) ? styleText(colour, text, { validateStream: false }) : text
  // A pipe's reader, such as `head`, can end before the command does.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  let hasProgress = false
  const endProgress = (): void => {
    if (hasProgress) stderr.write('\r\u001b[K')
    hasProgress = false
  }
  return {
    clean,
    print: (text) => {
      endProgress()
      stdout.write(`${clean(text)}\n`)
    },
    note: (line) => {
      endProgress()
      stderr.write(`${clean(line)}\n`)
    },
    fail: (line) => {
      endProgress()
      stderr.write(`${inColour('red', clean(line))}\n`)
    },
    progress: (line) => {
      if (!stderr.isTTY) return
      stderr.write(`\r\u001b[K${inColour('dim', clean(line))}`)
      hasProgress = true
    },
    hide: (secret) => {
      if (secret !== '') secrets.add(secret)
    },
  }
}

function hasColours(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
}
