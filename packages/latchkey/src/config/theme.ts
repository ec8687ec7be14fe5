import type { AuthConfig, LoggerInstance, Theme } from '../contract.ts'
import { readableOn, readColour } from '../pages/colour.ts'
import { readLogo } from '../pages/logo.ts'
import { warnOnce } from './logger.ts'

const SCHEMES: readonly unknown[] = ['auto', 'dark', 'light']

/** What of a theme can be used. Nobody is locked out for the sake of a colour: the rest is told in a warning and left out. */
export function resolveTheme(config: AuthConfig, logger: LoggerInstance): Theme {
  const { colorScheme, logo, brandColor, buttonText } = config.theme ?? {}
  const brand = readColour(brandColor)
  const usable: Theme = {
    colorScheme: SCHEMES.includes(colorScheme) ? colorScheme : undefined,
    logo: readLogo(logo),
    brandColor: brand,
    buttonText: readColour(buttonText) ?? (brand && readableOn(brand)),
  }
  const left = Object.entries({ colorScheme, logo, brandColor, buttonText }).find(([name, value]) => value && !usable[name as keyof Theme])
  if (left !== undefined)
    warnOnce(config, logger, 'invalid-theme', `\`theme.${left[0]}\` cannot be used and is left out. ${CURES[left[0] as keyof Theme]}`)
  return Object.fromEntries(Object.entries(usable).filter(([, value]) => value !== undefined))
}

const CURES: Readonly<Record<keyof Theme, string>> = {
  colorScheme: 'It is "auto", "dark" or "light".',
  logo: 'Write it as a path such as /logo.svg, an https: URL or a data: URL of an image.',
  brandColor: 'Write it as a CSS colour without transparency, such as #3451d1.',
  buttonText: 'Write it as a CSS colour without transparency, such as #fff.',
}
