import type { NextConfig } from 'next'

export default {
  basePath: '/shop',
  poweredByHeader: false,
  // Next.js itself is linked from elsewhere; only what is below this folder may be bundled.
  turbopack: { root: '/' },
} satisfies NextConfig
