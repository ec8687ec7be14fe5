import { databaseAdvice } from '../../../packages/latchkey/src/persistence/database-advice.ts'

/** Entries in the log that several faults cause, without numbers and names of methods. */
export const ADAPTER_TIMEOUT: string = adapterTimeout(1)

export const STORE_TIMEOUT =
  "StoreError: The store's `…` took longer than 1 second. Check the store, and the network between " +
  'it and this server. `timeouts.store` is the time limit.'

/** In the response, too: the user is signed out in this browser only. */
export const SIGN_OUT =
  'SignOutError: A user signed out, but the session could not be ended, so a copy of its cookie may stay ' +
  "valid until it expires. This browser's cookie was cleared. Check the database and the `store`."

export function adapterTimeout(seconds: number): string {
  const limit = seconds === 1 ? '1 second' : `${seconds} seconds`
  return (
    `AdapterError: The adapter's \`…\` took longer than ${limit}. Check the database, and the ` +
    'network between it and this server. `timeouts.adapter` is the time limit.'
  )
}

/** @param message of the driver */
export function adapterFailed(message: string, code: string): string {
  const advice = databaseAdvice(Object.assign(new Error(message), { code }))
  return `AdapterError: The adapter's \`…\` failed: ${message}. ${advice}`
}

/** @param message of the client */
export function storeFailed(message: string): string {
  return `StoreError: The store's \`…\` failed: ${message}`
}
