import { describe, expect, it } from 'vitest'
import { compareWithExceptions, findDifferences } from './check-names.mjs'
import { findReplacement, withLatchkey } from './specifiers.mjs'

describe('the exported names', () => {
  // proves DROP-9
  it('of the published packages of Auth.js have counterparts, or a reason why not', () => {
    const differences = findDifferences(['@latchkey/source'])
    // The comparison reads something: these names have no counterpart.
    expect([...differences.keys()]).toEqual(
      expect.arrayContaining(['next-auth/react __NEXTAUTH', '@auth/core/types Awaited']),
    )
    expect(compareWithExceptions(differences)).toEqual([])
  }, 60_000)

  it('are listed if they have no counterpart and no reason', () => {
    const differences = new Map([
      ['next-auth', 'there is no latchkey/next'],
      ['@auth/core/types Theme', 'missing in latchkey/types'],
      ['@auth/core/types User.name', 'the property is missing in latchkey/types'],
    ])
    expect(compareWithExceptions(differences, { names: {}, properties: {} })).toEqual([
      'next-auth: there is no latchkey/next',
      '@auth/core/types Theme: missing in latchkey/types',
      '@auth/core/types User.name: the property is missing in latchkey/types',
    ])
    const names = { 'next-auth': 'a reason', '@auth/core/types': { Theme: 'a reason' } }
    const properties = { '@auth/core/types': { User: { '*': 'a reason' } } }
    expect(compareWithExceptions(differences, { names, properties })).toEqual([])
  })

  it('are listed if their exception is not needed', () => {
    const names = { 'next-auth': 'a reason', '@auth/core/types': { Theme: 'a reason' } }
    const properties = { '@auth/core/types': { User: { '*': 'a reason', name: 'a reason' } } }
    expect(compareWithExceptions(new Map(), { names, properties })).toEqual([
      'next-auth: the exception is not needed',
      '@auth/core/types Theme: the exception is not needed',
      '@auth/core/types User.*: the exception is not needed',
      '@auth/core/types User.name: the exception is not needed',
    ])
  })
})

describe('a module of Auth.js', () => {
  it.each([
    ['next-auth', 'latchkey/next'],
    ['next-auth/jwt', 'latchkey/jwt'],
    ['next-auth/providers/github', 'latchkey/providers/github'],
    ['@auth/core', 'latchkey'],
    ['@auth/core/types', 'latchkey/types'],
    ['@auth/core/providers/index', 'latchkey/providers'],
    ['@auth/sveltekit', 'latchkey/sveltekit'],
    ['@auth/sveltekit/client', 'latchkey/sveltekit/client'],
    ['@auth/sveltekit/providers/google', 'latchkey/providers/google'],
    ['@auth/solid-start/client', 'latchkey/solid-start/client'],
    ['@auth/prisma-adapter', undefined],
    ['next', undefined],
    ['./auth', undefined],
  ])('%s is replaced by %s', (specifier, replacement) => {
    expect(findReplacement(specifier)).toBe(replacement)
  })

  it('is replaced wherever a source names it', () => {
    const source = `import NextAuth from 'next-auth'
import 'next-auth/jwt'
import { type Session, SvelteKitAuth } from '@auth/sveltekit'
import { PrismaAdapter } from '@auth/prisma-adapter'
export type { JWT } from 'next-auth/jwt'
declare module 'next-auth' {}
type Config = import('next-auth').NextAuthConfig`
    expect(withLatchkey(source)).toBe(`import NextAuth from 'latchkey/next'
import 'latchkey/jwt'
import { type Session, Latchkey as SvelteKitAuth } from 'latchkey/sveltekit'
import { PrismaAdapter } from '@auth/prisma-adapter'
export type { JWT } from 'latchkey/jwt'
declare module 'latchkey/next' {}
type Config = import('latchkey/next').NextAuthConfig`)
  })
})
