import type { PasswordFormat } from '../../types/passwords.ts'

/** The formats that are read without an option, besides today's. To add one, add a line. */
export const formats: readonly PasswordFormat[] = []
