import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

/** What the tests build differs in these. */
const { SITE_ORIGIN, SITE_BASE = '', SITE_OUT = 'build' } = process.env

export default defineConfig({
  logLevel: 'warn',
  plugins: [
    sveltekit({
      adapter: adapter({ out: SITE_OUT }),
      // The framework refuses no form, so that the library has to.
      csrf: { trustedOrigins: ['*'] },
      paths: { origin: SITE_ORIGIN || undefined, base: SITE_BASE as '' | `/${string}` },
      experimental: { remoteFunctions: true },
      compilerOptions: { experimental: { async: true } },
    }),
  ],
})
