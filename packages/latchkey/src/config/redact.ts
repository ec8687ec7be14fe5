const SECRET_NAME = /secret|password|token|code|verifier|assertion|cookie|authorization|state|nonce|key/i

/** A value as one line of JSON for the log. Whatever its name marks as secret is replaced; errors are told by name and message. */
export function describe(value: unknown): string {
  return (
    JSON.stringify(value, (name, inner: unknown) => {
      if (inner instanceof Error) return `${inner.name}: ${inner.message}`
      return SECRET_NAME.test(name) && inner !== undefined && inner !== null && typeof inner !== 'boolean' ? '[redacted]' : inner
    }) ?? String(value)
  )
}

/** A text without line breaks and other control characters, so that what somebody sends cannot look like a line of ours. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ')
}
