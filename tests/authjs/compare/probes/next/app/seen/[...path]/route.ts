/** What a request is after the proxy. */
async function seen(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  return Response.json({
    reached: request.method,
    url: pathname + search,
    'x-seen': request.headers.get('x-seen'),
  })
}

export { seen as GET, seen as POST }
