import type { Context, Middleware } from 'koa'
import type { InteractionResults, default as Provider } from 'oidc-provider'
import { errors } from 'oidc-provider'
import { readForm } from './form.ts'
import { chooseUserPage, consentPage, errorPage } from './pages.ts'
import { findUser, TEST_USERS } from './users.ts'

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Returns the path to which `oidc-provider` redirects a user for sign-in or consent. */
export function interactionPath(uid: string): string {
  return `/interaction/${uid}`
}

/** Handles the prompts for sign-in and consent: `GET` shows the page, `POST` accepts the choice. */
export function interactions(provider: Provider): Middleware {
  return async (ctx, next) => {
    if (!ctx.path.startsWith(interactionPath(''))) return next()
    ctx.set('Cache-Control', 'no-store')
    try {
      const interaction = await provider.interactionDetails(ctx.req, ctx.res)
      if (ctx.method === 'POST') await submitChoice(ctx, provider, interaction)
      else await showPrompt(ctx, provider, interaction)
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      showExpired(ctx)
    }
  }
}

async function showPrompt(
  ctx: Context,
  provider: Provider,
  { prompt, params, session }: Interaction,
): Promise<void> {
  const client = await provider.Client.find(String(params.client_id))
  const clientName = client?.clientName ?? String(params.client_id)
  const user = findUser(session?.accountId ?? '')
  if (prompt.name === 'consent' && user) {
    const scopes = String(params.scope).split(' ')
    ctx.body = consentPage({
      clientName,
      user,
      scopes,
      returnsTo: new URL(String(params.redirect_uri)).origin,
    })
    return
  }
  const hint = typeof params.login_hint === 'string' ? params.login_hint : undefined
  ctx.body = chooseUserPage({ clientName, users: TEST_USERS, hint })
}

async function submitChoice(ctx: Context, provider: Provider, interaction: Interaction): Promise<void> {
  const choice = (await readForm(ctx.req)).get('choice') ?? ''
  const result = await toResult(choice, provider, interaction)
  if (result === undefined) {
    ctx.status = 400
    ctx.body = errorPage({
      code: 'invalid_choice',
      message: `"${choice}" is not a valid choice.`,
      fix: 'Go back and use the buttons on the page.',
    })
    return
  }
  // Status 303 and no `form-action` in the policy: Chromium applies `form-action` to every redirect
  // after a form, up to the application.
  ctx.status = 303
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result))
}

async function toResult(
  choice: string,
  provider: Provider,
  interaction: Interaction,
): Promise<InteractionResults | undefined> {
  if (choice === 'cancel')
    return { error: 'access_denied', error_description: 'The user cancelled at Playground ID' }
  if (interaction.prompt.name !== 'consent') {
    const user = findUser(choice)
    // One page completes both prompts that lead to it. Otherwise a request with
    // `prompt=login select_account` would ask twice.
    return user && { login: { accountId: user.sub }, select_account: {} }
  }
  return choice === 'allow' ? { consent: { grantId: await saveGrant(provider, interaction) } } : undefined
}

/**
 * Adds the requested scopes and claims to the user's existing grant for this application, and
 * returns the id of the grant.
 */
async function saveGrant(
  provider: Provider,
  { grantId, params, prompt, session }: Interaction,
): Promise<string> {
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

function showExpired(ctx: Context): void {
  ctx.status = 400
  ctx.body = errorPage({
    code: 'interaction_not_found',
    message: 'This sign-in has expired, or it was started in another browser.',
    fix: 'Go back to the application and sign in again.',
  })
}
