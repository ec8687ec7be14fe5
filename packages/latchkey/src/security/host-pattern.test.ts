import { describe, expect, it } from 'vitest'
import { isHostPattern, matchesHost } from './host-pattern.ts'

describe('a host pattern', () => {
  // proves P-OA-13
  it.each([
    'app.example.com',
    'localhost',
    'localhost:3000',
    'App.Example.com',
    '[::1]:3000',
    '127.0.0.1:3000',
    '*.preview.example.com',
  ])('%s is one', (pattern) => {
    expect(isHostPattern(pattern)).toBe(true)
  })

  // proves P-OA-13
  it.each(['app-*.example.com', '*-team.example.com:8443'])(
    '%s has its `*` in a part of the first label',
    (pattern) => {
      expect(isHostPattern(pattern)).toBe(true)
    },
  )

  // proves P-OA-13
  it.each([
    '',
    '*',
    '*.com',
    '*.localhost',
    '**.example.com',
    '*-*.example.com',
    'a.*.example.com',
    'app.example.*',
    'https://app.example.com',
    'app.example.com/',
    'app.example.com/path',
    'app.example.com?x',
    'ann@app.example.com',
    'app.example.com:443',
    'app example.com',
    'bücher.example',
    7,
    undefined,
  ])('%s is none', (pattern) => {
    expect(isHostPattern(pattern)).toBe(false)
  })

  // proves P-OA-13
  it.each([
    ['app.example.com', 'app.example.com', true],
    ['App.Example.com', 'app.example.com', true],
    ['app.example.com', 'evil-app.example.com', false],
    ['app.example.com', 'app.example.com.evil.test', false],
    ['app.example.com', 'app.example.com:8443', false],
    ['localhost:3000', 'localhost:3000', true],
    ['localhost:3000', 'localhost:3001', false],
    ['*.example.com', 'a.example.com', true],
    ['*.example.com', 'example.com', false],
    ['*.example.com', '.example.com', false],
    ['*.example.com', 'a.b.example.com', false],
    ['*.example.com', 'aexample.com', false],
    ['*.example.com', 'a.example.com.evil.test', false],
    ['*.example.com', 'a.example.com:8443', false],
    ['*.example.com:8443', 'a.example.com:8443', true],
    ['app-*-team.example.com', 'app-git-main-team.example.com', true],
    ['app-*-team.example.com', 'app--team.example.com', false],
    ['app-*-team.example.com', 'app-team.example.com', false],
    ['app-*-team.example.com', 'app-x.y-team.example.com', false],
    ['app-*-team.example.com', 'app-x-team2.example.com', false],
  ])('%s for %s: %s', (pattern, host, expected) => {
    expect(matchesHost(host, pattern)).toBe(expected)
  })
})
