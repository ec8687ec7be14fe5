/** Exit code of a command that found a problem, such as a missing table or a wrong password. */
export const EXIT_PROBLEM = 1
/** Exit code of a command that was called incorrectly. */
export const EXIT_USAGE = 2

/** A problem that the command's user can fix. Its message is printed without a stack. */
export class Problem extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT_PROBLEM) {
    super(message)
    this.name = 'Problem'
    this.exitCode = exitCode
  }
}

/** Returns the problem for a command that was called incorrectly. */
export function usageProblem(message: string): Problem {
  return new Problem(message, EXIT_USAGE)
}
