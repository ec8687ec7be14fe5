import { posix, win32 } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isExternal, nameIn } from './bundle.mjs'

describe.each([
  { name: 'Linux and macOS', system: posix, folder: '/home/ann/dist' },
  { name: 'Windows', system: win32, folder: 'C:\\Users\\ann\\dist' },
])('the bundle on $name', ({ system, folder }) => {
  it('contains the modules of the library, before and after their paths are resolved', () => {
    const own = ['./handle.ts', '../errors.ts', system.join(folder, 'index.ts'), '\0rolldown/runtime.js']
    expect(own.filter((id) => isExternal(id, system))).toEqual([])
  })

  it('imports packages, modules of Node.js, and implementations for a runtime', () => {
    const others = ['jose', '@simplewebauthn/server', 'node:crypto', '#crypto', 'next/headers.js']
    expect(others.filter((id) => !isExternal(id, system))).toEqual([])
  })

  it('names its files with slashes', () => {
    expect(nameIn(folder, system.join(folder, 'client', 'index.js'), system)).toBe('client/index.js')
  })
})
