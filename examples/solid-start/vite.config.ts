import { solidStart } from '@solidjs/start/config'
import { nitro } from 'nitro/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [
    solidStart({ middleware: './src/middleware/index.ts' }),
    // Copied beside the server, not built into it: parts of the package for passkeys rely on the order of their modules.
    nitro({ preset: 'node-server', traceDeps: ['@simplewebauthn/server'] }),
  ],
})
