import { handle } from './handler.ts'

// The test can only use the globals of the virtual machine.
Object.assign(globalThis, { handle })
