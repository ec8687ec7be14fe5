import type { Finding } from './module-references.ts'
import { findNodes, lineAt, type Source } from './source.ts'
import { isAuthModule } from './specifiers.ts'
import { typescript } from './typescript.ts'

/** What can look different after the move, by the option or callback. */
const OPTIONS: Readonly<Record<string, string>> = {
  allowDangerousEmailAccountLinking: 'Only verified addresses are linked.',
  authorize: 'Return `null` for a wrong password. A plain `Error` leads to the error page.',
  authorized: 'Return `true`, `false` or a response. Another value leads to the sign-in page.',
  checks: 'Every check that the provider supports is made. If it rejects one, set `omits`.',
  logger: "Compare an error's `type` and a warning's `code`. Messages differ.",
  pages: 'Show a message for `MissingCookie` and `EmailSignInError` on your own sign-in page.',
  redirectProxyUrl: 'Set `trustedHosts`, unless Vercel or Cloudflare Pages serves the deployments.',
}

const UNVERIFIED =
  'With an Auth.js adapter, add the methods that remove unverified access, ' +
  "or set `unverifiedAccounts: 'keep'`."
const PERMANENT_ID = 'Users are identified by a permanent id. Pass a `profile` that returns the old one.'

/** The same by the provider that a file imports. */
const PROVIDERS: Readonly<Record<string, string>> = {
  credentials: 'Wrong passwords are limited. Set `limits: false` in end-to-end tests.',
  forwardemail: UNVERIFIED,
  mailgun: UNVERIFIED,
  nodemailer: UNVERIFIED,
  pinterest: PERMANENT_ID,
  postmark: UNVERIFIED,
  resend: UNVERIFIED,
  sendgrid: UNVERIFIED,
  trakt: PERMANENT_ID,
}

/** Returns what can look different in a file that uses Auth.js: rows from the guide's checklist. */
export function notesOn(source: Source): Finding[] {
  const modules = findNodes(source.tree, typescript.isStringLiteralLike).filter(({ text }) =>
    isAuthModule(text),
  )
  if (modules.length === 0) return []
  const properties = findNodes(source.tree, typescript.isObjectLiteralElementLike)
  const named = [
    ...modules.map((node) => ({
      node,
      name: node.text,
      message: lookUp(PROVIDERS, providerName(node.text)),
    })),
    ...properties.map((node) => {
      const name = node.name?.getText() ?? ''
      return { node, name: `\`${name}\``, message: lookUp(OPTIONS, name) }
    }),
  ]
  return named.flatMap(({ node, name, message }) => {
    if (message === undefined) return []
    return [{ file: source.path, line: lineAt(source, node.getStart()), message: `${name}: ${message}` }]
  })
}

function providerName(specifier: string): string {
  return /\/providers\/([\w-]+)(?:\.js)?$/.exec(specifier)?.[1] ?? ''
}

function lookUp(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
