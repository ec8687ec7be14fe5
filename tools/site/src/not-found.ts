/**
 * The page for unknown addresses. A server sends it at any path, so it needs no other file, and
 * looks for the root of the site in the folders above.
 */
export const NOT_FOUND_PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Page not found | Latchkey</title>
    <style>
      :root { color-scheme: light dark }
      body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 1.5rem;
        font: 1rem/1.6 system-ui, sans-serif; background: light-dark(#f6f7fb, #0c1019);
        color: light-dark(#141b2d, #e9edf6) }
      h1 { margin: 0; font-size: 1.75rem; letter-spacing: -0.02em }
      a { color: light-dark(#2b4bb8, #9db3ff) }
    </style>
  </head>
  <body>
    <main>
      <h1>Page not found</h1>
      <p>No page has this address. Open the <a href="/" id="home">documentation</a>, and search there.</p>
    </main>
    <script type="module">
      const parts = location.pathname.split('/').slice(0, -1)
      for (let depth = parts.length; depth > 0; depth--) {
        const folder = parts.slice(0, depth).join('/') + '/'
        const response = await fetch(folder + 'hashmap.json').catch(() => null)
        if (!response?.ok || !response.headers.get('content-type')?.includes('json')) continue
        document.getElementById('home').setAttribute('href', folder)
        break
      }
    </script>
  </body>
</html>
`
