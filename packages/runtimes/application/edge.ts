import { answer } from './answer.ts'

// The test reaches into the virtual machine by its globals alone.
Object.assign(globalThis, { answer })
