// @refresh reload
import { createHandler, StartServer } from '@solidjs/start/server'
import { createDemoAccount } from './demo-account'

// Before the first request is handled.
await createDemoAccount()

export default createHandler(() => (
  <StartServer
    document={({ assets, children, scripts }) => (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <link rel="icon" href="/icon.svg" />
          {assets}
        </head>
        <body>
          <div id="app" style="display:contents">
            {children}
          </div>
          {scripts}
        </body>
      </html>
    )}
  />
))
