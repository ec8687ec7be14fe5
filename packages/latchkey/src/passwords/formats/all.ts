import type { PasswordFormat } from '../../types/passwords.ts'
import { pbkdf2Phc } from './pbkdf2-phc.ts'

/** The formats that are read without an option, besides today's. To add one, add a line. */
export const formats: readonly PasswordFormat[] = [pbkdf2Phc]
