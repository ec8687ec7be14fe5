import { json, type RequestHandler } from '@sveltejs/kit'
import { observed } from '$lib/outcome'

const read: RequestHandler = async ({ locals }) => {
  try {
    return json(await observed(() => locals.auth()))
  } catch {
    return json('threw')
  }
}

export { read as GET, read as POST }
