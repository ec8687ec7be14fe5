const MAX_LENGTH = 100

/**
 * Returns the name that a user gave something.
 *
 * @throws {TypeError} if it is empty or too long
 */
export function checkName(name: unknown): string {
  const text = typeof name === 'string' ? name.trim() : ''
  if (text === '' || text.length > MAX_LENGTH)
    throw new TypeError(`\`name\` must be a text of 1 to ${MAX_LENGTH} characters.`)
  return text
}
