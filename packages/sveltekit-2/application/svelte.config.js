import adapter from '@sveltejs/adapter-node'

const { SITE_BASE = '', SITE_OUT = 'build' } = process.env

/** Where SvelteKit 2 is told what vite.config tells SvelteKit 3. It knows no `paths.origin`. */
export default {
  compilerOptions: { experimental: { async: true } },
  kit: {
    adapter: adapter({ out: SITE_OUT }),
    csrf: { trustedOrigins: ['*'] },
    paths: { base: SITE_BASE },
    experimental: { remoteFunctions: true },
  },
}
