import type { ComponentChildren, JSX } from 'preact'
import type { Theme } from '../types/pages.ts'
import type { Texts } from '../types/texts.ts'
import { formScript } from './form-script.ts'

/** Properties of `Layout`. */
export interface LayoutProps {
  readonly title: string
  readonly css: string
  readonly theme: Theme
  readonly texts: Texts
  /** Inline scripts, which the content security policy allows by their hashes. */
  readonly scripts: readonly string[]
  readonly children: ComponentChildren
}

/** Renders a built-in page's HTML document. */
export function Layout({ title, css, theme, texts, scripts, children }: LayoutProps): JSX.Element {
  return (
    <html lang={texts.lang} dir={texts.dir} class={theme.colorScheme}>
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <style>{css}</style>
      </head>
      <body>
        <main>
          <Brand theme={theme} />
          {children}
          {scripts.includes(formScript) && (
            <p class="error" role="alert" data-offline={texts.signIn.offline} />
          )}
        </main>
        {scripts.map((script) => (
          <script>{script}</script>
        ))}
      </body>
    </html>
  )
}

/** The application's logo and name. */
function Brand({ theme: { logo, name } }: Pick<LayoutProps, 'theme'>): JSX.Element | false {
  if (!logo && !name) return false
  return (
    <div class="brand">
      {logo && <img class="logo" src={logo} alt="" />}
      {name && <span dir="auto">{name}</span>}
    </div>
  )
}
