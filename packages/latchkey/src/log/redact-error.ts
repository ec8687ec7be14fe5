import { nameAndMessage, REDACTED, redact, redactText } from './redact.ts'

/** In total. An error can contain others, including itself, as its `cause` and in `errors`. */
const MAX_ERRORS = 20
/** Fields that every error may have from its class or from the platform. */
const INHERITED = ['name', 'message', 'stack', 'code']
/** Fields with a statement's values, which have no names. */
const VALUES = /^param(?:eter)?s$/
/** Fields with an error code, although their names are also those of secrets. */
const FAULT_CODE = /^(?:error_?|status_?)?code$|^sql_?state$/i

/**
 * Returns a copy of an error for the application's logger, in which secrets are replaced. The copy
 * has the same class, fields, stack frames and causes, so that a logger can group and serialize it.
 * The error itself stays as it is, because it may still be thrown.
 */
export function redactError(error: Error): Error {
  const copies = new Map<Error, Error>()
  const copy = (original: Error): unknown => {
    if (copies.has(original)) return copies.get(original)
    if (copies.size === MAX_ERRORS) return nameAndMessage(original)
    // From the constructor, so that platforms recognize it as an error regardless of its prototype.
    const copied = Object.setPrototypeOf(new Error('copy'), Object.getPrototypeOf(original))
    copies.set(original, copied)
    for (const name of [...INHERITED, ...Object.getOwnPropertyNames(original)]) {
      if (!(name in original)) continue
      const { enumerable = false } = Object.getOwnPropertyDescriptor(original, name) ?? {}
      const value = safeField(original, name, copy)
      Object.defineProperty(copied, name, { value, enumerable, configurable: true, writable: true })
    }
    return copied
  }
  return copy(error) as Error
}

function safeField(error: Error, name: string, copyError: (error: Error) => unknown): unknown {
  try {
    const value: unknown = error[name as keyof Error]
    if (name === 'stack') return safeStack(error)
    if (VALUES.test(name) && value) return REDACTED
    const key = FAULT_CODE.test(name) ? '' : name
    return (redact({ [key]: value }, { copyError }) as Record<string, unknown>)[key]
  } catch {
    return '…'
  }
}

/**
 * Keeps the frames, which name the application's files and functions. The message may contain lines
 * that look like frames.
 */
function safeStack({ message, stack = '' }: Error): string {
  const start = message === '' ? -1 : stack.indexOf(message)
  if (start === -1) return redactText(stack)
  const end = start + message.length
  const frames = stack.slice(end).match(/^ {4}at .*$/gm) ?? []
  return [redactText(stack.slice(0, end)), ...frames].join('\n')
}
