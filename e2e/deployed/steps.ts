import { type Browser, formsOf } from '../../packages/latchkey/test/kit/browser.ts'

/** Presses a button of a page; `fields` is what somebody typed. The forms of server actions are sent as browsers send them. */
export async function press(
  browser: Browser,
  { url, response }: { url: string; response: Response },
  text: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const forms = await formsOf(response, url)
  for (const form of forms) {
    const button = form.buttons.find((candidate) => words(candidate.text).includes(text))
    if (button) return send(browser, form.action, { ...form.fields, ...button.fields, ...fields })
  }
  const texts = forms.flatMap(({ buttons }) => buttons.map((button) => words(button.text)))
  throw new Error(`No button of ${url} (${response.status}) says "${text}", only: ${texts.join(' | ')}`)
}

function words(text: string): string {
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

/** Opens a page of an application, and goes where it leads. */
export async function open(browser: Browser, url: string): Promise<{ url: string; response: Response }> {
  const response = await browser.get(url)
  const location = response.headers.get('location')
  if (location === null) return { url, response }
  return browser.follow(
    new Response(null, { status: 302, headers: { location: new URL(location, url).href } }),
  )
}

/** From the redirect to the provider, through its pages, to where the application leads in the end. */
export async function agree(
  browser: Browser,
  start: Response,
  person: string,
): Promise<{ url: string; response: Response }> {
  let page = await open(browser, start.headers.get('location') ?? '')
  for (const button of [person, 'Allow']) {
    const answer = await press(browser, page, button)
    page = await open(browser, new URL(answer.headers.get('location') ?? '', page.url).href)
  }
  return page
}
