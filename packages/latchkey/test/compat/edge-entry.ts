import { Auth } from '../../src/index.ts'

// The virtual machine of the test sees globals alone.
Object.assign(globalThis, { latchkeyAuth: Auth })
