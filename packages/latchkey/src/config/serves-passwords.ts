import type { AuthConfig } from '../types/config.ts'
import type { ProviderConfig } from '../types/providers/provider.ts'

/** Returns whether `Password` is among the providers, called or not. */
export function servesPasswords({ providers }: AuthConfig): boolean {
  return providers?.some(isPassword) ?? false
}

function isPassword(entry: AuthConfig['providers'][number]): boolean {
  try {
    const provider: ProviderConfig | undefined = typeof entry === 'function' ? entry({}) : entry
    return provider?.type === 'credentials' && 'password' in provider
  } catch {
    // The configuration check reports it.
    return false
  }
}
