/** Checks no session: the middleware does. */
export function GET() {
  return Response.json({ secret: 'for members only' })
}
