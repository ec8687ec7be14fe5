import { type Browser, type Form, findForms } from './browser.ts'

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
      response = await press(browser, await findForms(response, url), presses.shift() ?? '')
    }
    url = new URL(response.headers.get('location') ?? '', url).href
  }
  return url
}

/**
 * Confirms the sign-out at the playground's OpenID provider.
 *
 * @param url the URL at the provider to which the sign-out of the application led
 * @returns the URL to which the provider sends the browser
 */
export async function signOutAtProvider(browser: Browser, url: string): Promise<string> {
  const [form] = await findForms(await browser.get(url), url)
  if (form === undefined) throw new Error('The provider does not ask whether to sign out.')
  // The button is outside the form.
  const response = await browser.post(form.action, { ...form.fields, logout: 'yes' })
  return response.headers.get('location') ?? ''
}

/**
 * Follows a sign-in, without pressing a button.
 *
 * @param origin the origin of the application
 * @param start the response that redirected to the provider
 * @returns whether the provider asks who the user is
 */
export async function asksForUser(browser: Browser, origin: string, start: Response): Promise<boolean> {
  let url = start.headers.get('location') ?? ''
  for (let hops = 0; hops < 20 && !url.startsWith(origin); hops++) {
    const response = await browser.get(url)
    if (response.status === 200) return (await response.text()).includes('Choose a test user')
    url = new URL(response.headers.get('location') ?? '', url).href
  }
  return false
}

async function press(browser: Browser, forms: Form[], text: string): Promise<Response> {
  for (const { action, fields, buttons } of forms) {
    const button = buttons.find((candidate) => candidate.text.includes(text))
    if (button) return browser.post(action, { ...fields, ...button.fields })
  }
  throw new Error(`No button says "${text}"`)
}
