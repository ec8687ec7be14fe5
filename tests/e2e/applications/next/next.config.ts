import type { NextConfig } from 'next'

export default {
  cacheComponents: true,
  partialPrefetching: true,
  poweredByHeader: false,
  // Node.js loads them itself: to bundle them takes longer than to bundle the application.
  serverExternalPackages: ['@simplewebauthn/server', 'nodemailer', 'redis'],
} satisfies NextConfig
