/** A picture's address that a browser may load; a script's address is none. */
export function readLogo(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const isPicture = /^(?:https:\/\/|\/(?!\/)|data:image\/)[^\s"'<>\\]+$/i.test(value) && URL.canParse(value, 'https://origin.invalid')
  return isPicture ? value : undefined
}
