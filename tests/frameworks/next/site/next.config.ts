import type { NextConfig } from 'next'

export default {
  cacheComponents: true,
  partialPrefetching: true,
  poweredByHeader: false,
} satisfies NextConfig
