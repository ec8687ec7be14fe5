import { type Browser, type Form, formsOf } from './browser.ts'

/**
 * Goes through the pages of the playground's OpenID provider and presses one of the buttons on
 * each, until the provider redirects to the application.
 *
 * @param origin the origin of the application
 * @param start the response that redirected to the provider
 * @returns the URL in the application
 */
export async function completeAtProvider(
  browser: Browser,
  origin: string,
  start: Response,
  ...buttons: string[]
): Promise<string> {
  let url = start.headers.get('location') ?? ''
  const presses = [...buttons]
  for (let steps = 0; steps < 20 && !url.startsWith(origin); steps++) {
    let response = await browser.get(url)
    if (response.status === 200) {
      response = await press(browser, await formsOf(response, url), presses.shift() ?? '')
    }
    url = new URL(response.headers.get('location') ?? '', url).href
  }
  return url
}

async function press(browser: Browser, forms: Form[], text: string): Promise<Response> {
  for (const { action, fields, buttons } of forms) {
    const button = buttons.find((candidate) => candidate.text.includes(text))
    if (button) return browser.post(action, { ...fields, ...button.fields })
  }
  throw new Error(`No button says "${text}"`)
}
