import { describe, expect, it } from 'vitest'
import { isHostPattern } from '../config/host-pattern.ts'
import { matchesHost } from './host-pattern.ts'

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
  ])('can be %s', (pattern) => {
    expect(isHostPattern(pattern)).toBe(true)
  })

  // proves P-OA-13
  it.each(['app-*.example.com', '*-team.example.com:8443', '*--my-site.netlify.app', '*.my-app.pages.dev'])(
    'can have a `*` within the first label: %s',
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
  ])('cannot be %s', (pattern) => {
    expect(isHostPattern(pattern)).toBe(false)
  })

  // proves P-OA-13
  it.each([
    { pattern: 'app.example.com', host: 'app.example.com', expected: true },
    { pattern: 'App.Example.com', host: 'app.example.com', expected: true },
    { pattern: 'app.example.com', host: 'evil-app.example.com', expected: false },
    { pattern: 'app.example.com', host: 'app.example.com.evil.test', expected: false },
    { pattern: 'app.example.com', host: 'app.example.com:8443', expected: false },
    { pattern: 'localhost:3000', host: 'localhost:3000', expected: true },
    { pattern: 'localhost:3000', host: 'localhost:3001', expected: false },
    { pattern: '*.example.com', host: 'a.example.com', expected: true },
    { pattern: '*.example.com', host: 'example.com', expected: false },
    { pattern: '*.example.com', host: '.example.com', expected: false },
    { pattern: '*.example.com', host: 'a.b.example.com', expected: false },
    { pattern: '*.example.com', host: 'aexample.com', expected: false },
    { pattern: '*.example.com', host: 'a.example.com.evil.test', expected: false },
    { pattern: '*.example.com', host: 'a.example.com:8443', expected: false },
    { pattern: '*.example.com:8443', host: 'a.example.com:8443', expected: true },
    { pattern: 'app-*-team.example.com', host: 'app-git-main-team.example.com', expected: true },
    { pattern: 'app-*-team.example.com', host: 'app--team.example.com', expected: false },
    { pattern: 'app-*-team.example.com', host: 'app-team.example.com', expected: false },
    { pattern: 'app-*-team.example.com', host: 'app-x.y-team.example.com', expected: false },
    { pattern: 'app-*-team.example.com', host: 'app-x-team2.example.com', expected: false },
  ])('$pattern matches $host: $expected', ({ pattern, host, expected }) => {
    expect(matchesHost(host, pattern)).toBe(expected)
  })
})
