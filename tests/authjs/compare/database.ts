import memory from 'latchkey/adapters/memory'
import type { Functions } from './libraries.ts'

/** The methods of an adapter for Auth.js, in the order of its documentation. */
const METHODS = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'createVerificationToken',
  'useVerificationToken',
] as const

/** Returns a database with the methods that the published adapters have. */
export function database(): Functions {
  const adapter = memory() as unknown as Functions
  return Object.fromEntries(METHODS.map((name) => [name, adapter[name] as Functions[string]]))
}
