// The cryptography of Node.js, as one file: a server that starts reads each from the disk.
export { decrypt, deriveKey, encrypt, type JweKey } from './jwe.node.ts'
export { sha256, sha256Hex } from './sha256.node.ts'
