export default { poweredByHeader: false, eslint: { ignoreDuringBuilds: true } }
