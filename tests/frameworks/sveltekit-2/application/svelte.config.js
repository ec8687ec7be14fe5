import adapter from '@sveltejs/adapter-node'

const { SITE_BASE = '', SITE_OUT = 'build' } = process.env

/** The settings that SvelteKit 3 reads from vite.config. SvelteKit 2 has no `paths.origin`. */
export default {
  compilerOptions: { experimental: { async: true } },
  kit: {
    adapter: adapter({ out: SITE_OUT }),
    csrf: { trustedOrigins: ['*'] },
    paths: { base: SITE_BASE },
    experimental: { remoteFunctions: true },
  },
}
