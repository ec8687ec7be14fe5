/** Returns whether a value has these methods. It may be an object or a function. */
export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  return names.every(
    (name) => typeof (value as Record<string, unknown> | null | undefined)?.[name] === 'function',
  )
}

/**
 * Returns the error for a client that no driver has.
 *
 * @param caller the function that received it, such as `postgres`
 * @param accepted the clients that it accepts
 */
export function unknownClient(client: unknown, caller: string, accepted: string): TypeError {
  if (hasMethods(client, 'then') && !hasMethods(client, 'query', 'unsafe'))
    return new TypeError(`The \`${caller}\` client is a promise. Pass the client: \`${caller}(await …)\`.`)
  return new TypeError(`The \`${caller}\` client is unknown. Pass ${accepted}.`)
}
