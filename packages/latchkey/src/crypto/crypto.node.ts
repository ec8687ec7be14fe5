// Cryptography with `node:crypto`. The build makes this one file, so that a server start reads
// fewer files.
export { decrypt, deriveKey, encrypt, type JweKey } from './jwe.node.ts'
export { mac } from './mac.node.ts'
export { sha256, sha256Hex } from './sha256.node.ts'
