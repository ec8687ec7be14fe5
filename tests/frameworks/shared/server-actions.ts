import type { Browser } from '@latchkey/test-support/kit/browser.ts'
import type { Fields, SubmitByButton, Visitors } from './visitors.ts'

/** Returns how visitors submit the forms of server actions, with any version of Next.js. */
export function createServerActions({ site, open, own }: Pick<Visitors, 'site' | 'open' | 'own'>) {
  /** Returns the id of the server action behind a button. */
  async function findAction(browser: Browser, button: string, path = '/forms'): Promise<string> {
    const html = await (await open(browser, path)).text()
    const form = html.split('</form>').find((part) => part.includes(`>${button}<`)) ?? ''
    const [, id = ''] = /name="\$ACTION_ID_([^"]+)"/.exec(form) ?? []
    return id
  }

  /** Submits the form of a server action as a browser without JavaScript does. */
  const submit: SubmitByButton = async (browser, button, fields = {}, headers = {}, path = '/forms') => {
    const body = toForm({ [`$ACTION_ID_${await findAction(browser, button, path)}`]: '', ...fields })
    return browser.send(`${site}${path}`, { method: 'POST', headers: own(headers), body })
  }

  /** Calls the server action of a form as the scripts of Next.js do. */
  async function submitByScript(browser: Browser, button: string, fields: Fields): Promise<Response> {
    const headers = own({ accept: 'text/x-component', 'next-action': await findAction(browser, button) })
    const body = toForm(
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [`_1_${name}`, value])),
    )
    // The arguments of the action come last. The first argument is the form.
    body.set('0', '["$K1"]')
    return browser.send(`${site}/forms`, { method: 'POST', headers, body })
  }

  return { submit, submitByScript }
}

function toForm(fields: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
