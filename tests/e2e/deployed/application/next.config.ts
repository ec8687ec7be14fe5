import type { NextConfig } from 'next'

export default {
  basePath: '/shop',
  poweredByHeader: false,
  // Next.js itself is a link to another folder, and only files below this root may be bundled.
  turbopack: { root: '/' },
} satisfies NextConfig
