/** Returns a script without its comments and indentation, which browsers do not need. */
export function compact(script: string): string {
  return script.replaceAll(/\/\*[\s\S]*?\*\/|^\s+/gm, '')
}
