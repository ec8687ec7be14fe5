import type { Context, Middleware } from 'koa'
import type { InteractionResults, default as Provider } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { readForm } from './form.ts'
import { choosePersonPage, consentPage, errorPage } from './pages.ts'
import { findPerson, PEOPLE } from './people.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Where `oidc-provider` sends a visitor whom it has something to ask. */
export function interactionPath(uid: string): string {
  return `/interaction/${uid}`
}

/** The two questions to a visitor, who are you and do you allow it: `GET` shows the page, `POST` takes the answer. */
export function interactions(provider: Provider): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(interactionPath(''))) return next()
    ctx.set('Cache-Control', 'no-store')
    try {
      const interaction = await provider.interactionDetails(ctx.req, ctx.res)
      if (ctx.method === 'POST') await answer(ctx, provider, interaction)
      else await ask(ctx, provider, interaction)
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      tellThatItIsOver(ctx)
    }
  }
}

async function ask(
  ctx: Context,
  provider: Provider,
  { prompt, params, session }: Interaction,
): Promise<void> {
  const client = await provider.Client.find(String(params.client_id))
  const clientName = client?.clientName ?? String(params.client_id)
  const person = findPerson(session?.accountId ?? '')
  if (prompt.name === 'consent' && person) {
    const scopes = String(params.scope).split(' ')
    ctx.body = consentPage({
      clientName,
      person,
      scopes,
      returnsTo: new URL(String(params.redirect_uri)).origin,
    })
    return
  }
  const hint = typeof params.login_hint === 'string' ? params.login_hint : undefined
  ctx.body = choosePersonPage({ clientName, people: PEOPLE, hint })
}

async function answer(ctx: Context, provider: Provider, interaction: Interaction): Promise<void> {
  const choice = (await readForm(ctx.req)).get('choice') ?? ''
  const result = await resultOf(choice, provider, interaction)
  if (result === undefined) {
    ctx.status = 400
    ctx.body = errorPage({
      code: 'invalid_choice',
      message: `"${choice}" is not one of the choices of this page.`,
      cure: 'Go back and use its buttons.',
    })
    return
  }
  // 303 and no form-action in our policy: Chromium applies form-action to every redirect after a form, up to the application.
  ctx.status = 303
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result))
}

async function resultOf(
  choice: string,
  provider: Provider,
  interaction: Interaction,
): Promise<InteractionResults | undefined> {
  if (choice === 'cancel')
    return { error: 'access_denied', error_description: 'The person cancelled at Playground ID' }
  if (interaction.prompt.name !== 'consent') {
    const person = findPerson(choice)
    // One page answers both prompts that lead to it, or a request with `prompt=login select_account` would ask twice.
    return person && { login: { accountId: person.sub }, select_account: {} }
  }
  return choice === 'allow' ? { consent: { grantId: await grant(provider, interaction) } } : undefined
}

/** Adds what was asked for to what this person has allowed this application before, and promises the grant's id. */
async function grant(provider: Provider, { grantId, params, prompt, session }: Interaction): Promise<string> {
  const earlier = grantId === undefined ? undefined : await provider.Grant.find(grantId)
  const allowed =
    earlier ?? new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) })
  const { missingOIDCScope, missingOIDCClaims } = prompt.details as {
    missingOIDCScope?: string[]
    missingOIDCClaims?: string[]
  }
  if (missingOIDCScope) allowed.addOIDCScope(missingOIDCScope.join(' '))
  if (missingOIDCClaims) allowed.addOIDCClaims(missingOIDCClaims)
  return allowed.save()
}

function tellThatItIsOver(ctx: Context): void {
  ctx.status = 400
  ctx.body = errorPage({
    code: 'interaction_not_found',
    message: 'This sign-in is over, or was begun in another browser.',
    cure: 'Go back to the application and sign in again.',
  })
}
