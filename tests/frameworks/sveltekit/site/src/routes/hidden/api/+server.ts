// The headers of a response from `fetch` cannot be changed, and neither can these.
export const GET = () => Response.redirect('https://example.com/for-members-only', 302)
export const POST = () => Response.json({ secret: 'for members only' })
