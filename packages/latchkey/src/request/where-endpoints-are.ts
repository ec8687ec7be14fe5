import type { ResolvedAuth } from '../contract/context.ts'

/** Returns where the endpoints are, and how to route requests from another path there. */
export function whereEndpointsAre({
  basePath,
  frameworkPath,
  routeFile,
}: Pick<ResolvedAuth, 'basePath' | 'frameworkPath' | 'routeFile'>): string {
  const file = routeFile?.(basePath.slice(frameworkPath.length))
  const move =
    file === undefined ? `Send the requests below ${basePath}/ to Latchkey` : `Move the route file to ${file}`
  return (
    `The endpoints are below ${basePath}/. ${move}, ` +
    "or set `basePath` to the route's path. A path in `AUTH_URL` also sets `basePath`."
  )
}
