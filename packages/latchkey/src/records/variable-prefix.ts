/** Returns the prefix of the environment variables of a provider, for example `AUTH_GITHUB`. */
export function variablePrefix(providerId: string): string {
  return `AUTH_${providerId.toUpperCase().replaceAll('-', '_')}`
}
