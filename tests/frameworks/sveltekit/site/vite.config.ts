import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

/** The settings that differ between the builds of the tests. */
const { SITE_ORIGIN, SITE_BASE = '', SITE_OUT = 'build' } = process.env

export default defineConfig({
  logLevel: 'warn',
  plugins: [
    sveltekit({
      adapter: adapter({ out: SITE_OUT }),
      // SvelteKit accepts every form, so that the tests check the protection of the library.
      csrf: { trustedOrigins: ['*'] },
      paths: { origin: SITE_ORIGIN || undefined, base: SITE_BASE as '' | `/${string}` },
      experimental: { remoteFunctions: true },
      compilerOptions: { experimental: { async: true } },
    }),
  ],
})
