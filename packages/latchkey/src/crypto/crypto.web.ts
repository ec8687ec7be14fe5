// Cryptography with the Web Crypto API, for runtimes without `node:crypto`.
export { decrypt, deriveKey, encrypt, type JweKey, mac } from './jwe.web.ts'
export { sha256, sha256Hex } from './sha256.web.ts'
