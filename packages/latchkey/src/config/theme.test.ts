import { describe, expect, it } from 'vitest'
import { resolveLogger } from '../log/logger.ts'
import type { AuthConfig } from '../types/config.ts'
import type { Theme } from '../types/pages.ts'
import { resolveTheme } from './theme.ts'

function resolve(theme: unknown, warnings: unknown[] = []): Theme {
  const config = {
    providers: [],
    theme,
    logger: { warn: (...warning: unknown[]) => warnings.push(warning) },
  } as AuthConfig
  return resolveTheme(config, resolveLogger(config))
}

describe('a theme', () => {
  it('is empty if it is not set or has empty values', () => {
    const warnings: unknown[] = []
    expect({
      unset: resolve(undefined, warnings),
      empty: resolve({ logo: '', brandColor: '', buttonText: '' }, warnings),
    }).toEqual({ unset: {}, empty: {} })
    expect(warnings).toEqual([])
  })

  it('has a name on one line, and `lastUsed` only as a boolean', () => {
    const warnings: unknown[] = []
    expect(resolve({ name: ' Acme\n Inc. ', lastUsed: true }, warnings)).toEqual({
      name: 'Acme Inc.',
      lastUsed: true,
    })
    expect(warnings).toEqual([])
    expect(resolve({ name: '  ', lastUsed: 'yes' }, warnings)).toEqual({})
    expect(warnings).toHaveLength(2)
  })

  it('has a text colour that matches the brand colour unless `buttonText` is set', () => {
    expect(resolve({ brandColor: 'yellow' })).toEqual({ brandColor: 'yellow', buttonText: '#000' })
    expect(resolve({ brandColor: '#222' })).toEqual({ brandColor: '#222', buttonText: '#fff' })
    expect(resolve({ brandColor: '#222', buttonText: 'yellow' })).toEqual({
      brandColor: '#222',
      buttonText: 'yellow',
    })
  })

  it('logs a warning and uses a matching text colour if `buttonText` is invalid', () => {
    const warnings: unknown[] = []
    expect(resolve({ brandColor: '#222', buttonText: 'whit' }, warnings)).toEqual({
      brandColor: '#222',
      buttonText: '#fff',
    })
    expect(warnings).toEqual([['invalid-theme', expect.stringContaining('`theme.buttonText`')]])
  })

  // proves WEB-19
  it.each([
    { brandColor: 'white', buttonText: '#fff', warnings: 1 },
    { brandColor: '#ffe600', buttonText: '#fff', warnings: 1 },
    { brandColor: '#777', buttonText: '#fff', warnings: 1 },
    { brandColor: '#767676', buttonText: '#fff', warnings: 0 },
    { brandColor: 'white', buttonText: 'rgb(0 0 0)', warnings: 0 },
  ])('logs $warnings warnings for $buttonText on $brandColor, and uses both', ({ warnings, ...theme }) => {
    const logged: unknown[] = []
    expect(resolve(theme, logged)).toEqual(theme)
    expect(logged).toEqual(
      Array(warnings).fill(['invalid-theme', expect.stringContaining('contrast is below 4.5:1')]),
    )
  })

  it.each([
    ['colorScheme', 'purple'],
    ['logo', 'javascript:alert(1)'],
    ['logo', '//evil.test/x.png'],
    ['logo', 'http://cdn.test/logo.png'],
    ['brandColor', 'red}body{display:none'],
    ['brandColor', 'rgb(1 2 3 / 50%)'],
    ['buttonText', 7],
  ])('omits %s: %j and logs a warning', (name, value) => {
    const warnings: unknown[] = []
    expect(
      resolve(
        { [name]: value, colorScheme: 'dark', ...(name === 'colorScheme' && { colorScheme: value }) },
        warnings,
      ),
    ).toEqual(name === 'colorScheme' ? {} : { colorScheme: 'dark' })
    expect(warnings).toEqual([['invalid-theme', expect.stringContaining(`\`theme.${name}\``)]])
  })
})
