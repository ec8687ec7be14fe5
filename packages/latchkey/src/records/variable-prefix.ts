/** Returns the prefix of a provider's environment variables, for example `AUTH_GITHUB`. */
export function variablePrefix(providerId: string): string {
  return `AUTH_${providerId.toUpperCase().replaceAll('-', '_')}`
}
