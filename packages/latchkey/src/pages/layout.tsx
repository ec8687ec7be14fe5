import type { ComponentChildren, JSX } from 'preact'
import type { Theme } from '../contract.ts'

export interface LayoutProps {
  readonly title: string
  readonly css: string
  readonly theme: Theme
  readonly children: ComponentChildren
}

/** The document around each of our pages. */
export function Layout({ title, css, theme, children }: LayoutProps): JSX.Element {
  const scheme = theme.colorScheme === 'dark' || theme.colorScheme === 'light' ? theme.colorScheme : undefined
  return (
    <html lang="en" class={scheme}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <style>{css}</style>
      </head>
      <body>
        <main>
          {logoUrl(theme) && <img class="logo" src={logoUrl(theme)} alt="" />}
          {children}
        </main>
      </body>
    </html>
  )
}

/** A picture's address that a browser may load; a script's address is none. */
export function logoUrl({ logo }: Theme): string | undefined {
  if (typeof logo !== 'string') return undefined
  const isPicture = /^(?:https:\/\/|\/(?!\/)|data:image\/)[^\s"'<>\\]+$/i.test(logo) && URL.canParse(logo, 'https://origin.invalid')
  return isPicture ? logo : undefined
}
