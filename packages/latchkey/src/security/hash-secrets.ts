/**
 * Returns the secrets that a stored hash may have been made with: each of them, so that what was
 * hashed before a rotation stays valid, and the whole list joined by commas, which existing
 * deployments hash with.
 */
export function hashSecrets(secrets: readonly string[]): readonly string[] {
  return secrets.length > 1 ? [...secrets, secrets.join(',')] : secrets
}
