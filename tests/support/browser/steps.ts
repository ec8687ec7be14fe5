import { type Browser, findForms } from '../kit/browser.ts'

/**
 * Presses a button of a page and submits its form with `fields` added. Forms of server actions are
 * sent as browsers send them.
 */
export async function press(
  browser: Browser,
  { url, response }: { url: string; response: Response },
  text: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const forms = await findForms(response, url)
  for (const form of forms) {
    const button = form.buttons.find((candidate) => normalized(candidate.text).includes(text))
    if (button) return send(browser, form.action, { ...form.fields, ...button.fields, ...fields })
  }
  const texts = forms.flatMap(({ buttons }) => buttons.map((button) => normalized(button.text)))
  throw new Error(`${url} (${response.status}) has no button "${text}", only: ${texts.join(' | ')}`)
}

function normalized(text: string): string {
  return text.replace(/\s+/g, ' ')
}

function send(browser: Browser, action: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  if (!Object.keys(fields).some((name) => name.startsWith('$ACTION'))) return browser.post(action, fields)
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  const { origin } = new URL(action)
  return browser.send(action, {
    method: 'POST',
    headers: { accept: 'text/html', origin, 'sec-fetch-site': 'same-origin' },
    body,
  })
}

/** Opens a page of an application, and follows redirects. */
export async function open(browser: Browser, url: string): Promise<{ url: string; response: Response }> {
  const response = await browser.get(url)
  const location = response.headers.get('location')
  if (location === null) return { url, response }
  return browser.follow(
    new Response(null, { status: 302, headers: { location: new URL(location, url).href } }),
  )
}

/**
 * Follows the redirect to the provider, signs in there, and follows the redirects of the
 * application.
 */
export async function signInAtProvider(
  browser: Browser,
  start: Response,
  user: string,
): Promise<{ url: string; response: Response }> {
  let page = await open(browser, start.headers.get('location') ?? '')
  for (const button of [user, 'Allow']) {
    const result = await press(browser, page, button)
    page = await open(browser, new URL(result.headers.get('location') ?? '', page.url).href)
  }
  return page
}
