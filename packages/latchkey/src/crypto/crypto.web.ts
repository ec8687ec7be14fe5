// The cryptography of the web's standard, for run times without `node:crypto`.
export { decrypt, deriveKey, encrypt, type JweKey } from './jwe.web.ts'
export { sha256, sha256Hex } from './sha256.web.ts'
