import { type Browser, type Form, findForms } from '@latchkey/test-support/kit/browser.ts'
import { readLocation } from './identity-provider.ts'

/** Returns the fields to send with the first form of a page. */
export type FillIn = (form: Form) => Readonly<Record<string, string>>

/**
 * Follows redirects from one page to the next, and submits the first form of each page.
 *
 * @param origin the origin of the application, where the way ends
 * @returns the URL in the application
 */
export async function submitForms(
  browser: Browser,
  start: Response,
  origin: string,
  fillIn: FillIn,
): Promise<string> {
  let url = await readLocation(start)
  for (let steps = 0; steps < 20; steps++) {
    if (url.startsWith(origin)) return url
    let response = await browser.get(url)
    while (response.status === 200) {
      const form = await firstForm(response, url)
      url = form.action
      response = await browser.post(url, fillIn(form))
    }
    url = await readLocation(response, url)
  }
  throw new Error(`The provider led to more than 20 pages, the last at ${url}.`)
}

async function firstForm(response: Response, url: string): Promise<Form> {
  const page = response.clone()
  const [form] = await findForms(response, url)
  if (form !== undefined) return form
  throw new Error(`The page at ${url} has no form. ${(await page.text()).slice(0, 2000)}`)
}
