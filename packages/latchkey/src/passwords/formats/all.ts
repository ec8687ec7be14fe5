import type { PasswordFormat } from '../../types/passwords.ts'
import { aspnetIdentity } from './aspnet-identity.ts'
import { django } from './django.ts'
import { missingPackage } from './missing-package.ts'
import { pbkdf2Phc } from './pbkdf2-phc.ts'
import { phpass } from './phpass.ts'
import { saltedScrypt } from './salted-scrypt.ts'

/** The formats that are read without an option, besides today's. To add one, add a line. */
export const formats: readonly PasswordFormat[] = [
  pbkdf2Phc,
  django,
  saltedScrypt,
  aspnetIdentity,
  phpass,
  missingPackage,
]
