import { warnOnce } from '../log/logger.ts'
import { isReadable, readableOn, readColour } from '../pages/colour.ts'
import { readLogo } from '../pages/logo.ts'
import { withoutUndefined } from '../records/record.ts'
import type { AuthConfig, LoggerInstance } from '../types/config.ts'
import type { Theme } from '../types/pages.ts'

const SCHEMES: readonly unknown[] = ['auto', 'dark', 'light']

/**
 * Returns a theme's valid values. Ignores invalid values with a warning, because a wrong colour
 * must not prevent users from signing in.
 */
export function resolveTheme(config: AuthConfig, logger: LoggerInstance): Theme {
  const { colorScheme, name, lastUsed, logo, brandColor, buttonText } = config.theme ?? {}
  const usable: Theme = {
    colorScheme: SCHEMES.includes(colorScheme) ? colorScheme : undefined,
    name: readName(name),
    lastUsed: typeof lastUsed === 'boolean' ? lastUsed : undefined,
    logo: readLogo(logo),
    brandColor: readColour(brandColor),
    buttonText: readColour(buttonText),
  }
  for (const name of NAMES) {
    if (config.theme?.[name] && usable[name] === undefined)
      warnOnce(
        config,
        logger,
        'invalid-theme',
        `\`theme.${name}\` is not valid and is ignored. ${FIXES[name]}`,
      )
  }
  const { brandColor: background, buttonText: text } = usable
  if (background && text && !isReadable(text, background))
    warnOnce(
      config,
      logger,
      'invalid-theme',
      '`theme.buttonText` is hard to read on `theme.brandColor`: their contrast is below 4.5:1. ' +
        'Omit `buttonText`, or choose another colour.',
    )
  const whole: Theme = {
    ...usable,
    buttonText: usable.buttonText ?? (usable.brandColor && readableOn(usable.brandColor)),
  }
  return withoutUndefined(whole)
}

/** Returns a name of at least one character, on one line. */
function readName(name: unknown): string | undefined {
  return typeof name === 'string' ? name.replaceAll(/\s+/g, ' ').trim() || undefined : undefined
}

const NAMES = ['colorScheme', 'name', 'lastUsed', 'logo', 'brandColor', 'buttonText'] as const

const FIXES: Readonly<Record<keyof Theme, string>> = {
  colorScheme: 'Set it to "auto", "dark" or "light".',
  name: "Set it to the application's name.",
  lastUsed: 'Set it to `true` or `false`.',
  logo: 'Set it to a path such as /logo.svg, an https: URL or an image as a data: URL.',
  brandColor: 'Set it to a CSS colour without transparency, such as #3451d1.',
  buttonText: 'Set it to a CSS colour without transparency, such as #fff.',
}
