import type { NextConfig } from 'next'

const nextConfig: NextConfig = {
  poweredByHeader: false,
  // The types are checked by `tsc`.
  typescript: { ignoreBuildErrors: true },
}

export default nextConfig
