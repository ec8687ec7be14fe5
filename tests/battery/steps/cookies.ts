import { type ForgedToken, forgeToken } from '../forge-token.ts'
import { collectValues } from '../run.ts'
import { fillIn } from '../template.ts'
import { alterToken, type TokenChange } from './alter-token.ts'
import type { StepTable } from './step-table.ts'

export interface CookieSteps {
  /** Continues in another browser. The first one is called `default`. */
  useBrowser: { readonly name: string }
  setCookie: { readonly name: string; readonly value: string }
  deleteCookie: { readonly name: string }
  /** Stores the value of a cookie as the variable `as`. */
  saveCookie: { readonly name: string; readonly as: string }
  /** Stores all cookies of the browser, for `restoreCookies`. */
  saveCookies: { readonly as: string }
  restoreCookies: { readonly as: string }
  /** Stores the token as the variable `as`. */
  forgeToken: ForgedToken & { readonly as: string }
  alterSessionToken: { readonly change: TokenChange }
}

export const cookieSteps: StepTable<CookieSteps> = {
  useBrowser(run, { name }) {
    run.browsers[name] ??= new Map()
    run.jar = run.browsers[name]
  },
  setCookie(run, given) {
    const { name, value } = fillIn(given, collectValues(run))
    run.jar.set(name, value)
  },
  deleteCookie(run, given) {
    run.jar.delete(fillIn(given.name, collectValues(run)))
  },
  saveCookie(run, { name, as }) {
    run.variables[as] = run.jar.get(fillIn(name, collectValues(run)))
  },
  saveCookies(run, { as }) {
    run.savedCookies[as] = new Map(run.jar)
  },
  restoreCookies(run, { as }) {
    run.jar = new Map(run.savedCookies[as])
  },
  async forgeToken(run, { as, ...token }) {
    const { secret, cookies } = run.app
    run.variables[as] = await forgeToken(fillIn(token, collectValues(run)), { secret, salt: cookies.session })
  },
  alterSessionToken(run, { change }) {
    const { session } = run.app.cookies
    run.jar.set(session, alterToken(run.jar.get(session) ?? '', change))
  },
}
