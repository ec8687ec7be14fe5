import { BASE } from '@latchkey/test-support/kit/app.ts'
import type { AuthConfig } from 'latchkey'
import Code from 'latchkey/providers/code'
import { request } from './request.ts'
import { createOtherBrowser, type Scenario } from './scenario.ts'

const PHONE = '+4915555123456'

/** Signs in with a code from a text message, also with a wrong one, and with a service that fails. */
export async function usePhoneCodes(scenario: Scenario): Promise<void> {
  const { canaries } = scenario
  let code = ''
  let fails = false
  const config: AuthConfig = {
    ...scenario.config,
    providers: [
      ...scenario.config.providers,
      Code({
        send(message) {
          code = canaries.add('code', 'text message', message.code)
          if (fails) throw new Error(`No route to ${message.phone} (${message.phone.slice(1)}) for ${code}`)
        },
      }),
    ],
  }
  // The browser's cookies have no number: they are encrypted. The page asks for the code, and names it.
  canaries.add('address', 'phone', PHONE)
  const own = { ...scenario, config }
  const elsewhere = { ...own, browser: createOtherBrowser(own) }
  const post = (what: string, form: Record<string, string>): Promise<Response> =>
    request(elsewhere, what, () => elsewhere.browser.post(`${BASE}/signin/code`, form))
  await post('code for an invalid number', { phone: PHONE.slice(1) })
  await post('code for a number', { phone: PHONE })
  await post('wrong code for a number', { code: '00000000' })
  await post('code from a text message', { code })
  fails = true
  await post('code that cannot be sent', { phone: PHONE })
}
