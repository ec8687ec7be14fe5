// Cryptography with the Web Crypto API, for runtimes without `node:crypto`.
export { decrypt, deriveKey, encrypt, type JweKey } from './jwe.web.ts'
export { mac } from './mac.web.ts'
export { sha256, sha256Hex } from './sha256.web.ts'
