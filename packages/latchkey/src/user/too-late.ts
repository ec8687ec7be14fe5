/** Returns the error for another request or process that did not finish in time. */
export function tooLate(other: 'request' | 'process'): Error {
  const message = `Another ${other} is refreshing the same token and did not finish in time. Try again.`
  return Object.assign(new Error(message), { name: 'TimeoutError' })
}
