import type { NextConfig } from 'next'

const nextConfig: NextConfig = {
  poweredByHeader: false,
  // Otherwise Node.js loads the library itself, and does not find `next/server` without `.js`.
  bundlePagesRouterDependencies: true,
  // The types are checked by `tsc`.
  typescript: { ignoreBuildErrors: true },
}

export default nextConfig
