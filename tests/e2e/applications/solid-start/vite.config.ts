import { solidStart } from '@solidjs/start/config'
import { nitro } from 'nitro/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    solidStart({ middleware: './src/middleware/index.ts' }),
    // Copied next to the server instead of bundled: some dependencies of the passkey package rely
    // on the order of their modules.
    nitro({ preset: 'node-server', traceDeps: ['@simplewebauthn/server'] }),
  ],
})
