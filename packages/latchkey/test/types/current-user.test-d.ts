import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestEvent } from '@sveltejs/kit'
import type * as core from 'latchkey'
import { type ConnectedAccount, type CurrentUser, createAuth, type ProviderTokens } from 'latchkey'
import type * as next from 'latchkey/next'
import { Latchkey as NextLatchkey } from 'latchkey/next'
import type * as node from 'latchkey/node'
import { Latchkey as NodeLatchkey } from 'latchkey/node'
import type * as solidStart from 'latchkey/solid-start'
import { Latchkey as SolidLatchkey } from 'latchkey/solid-start'
import type * as svelteKit from 'latchkey/sveltekit'
import { Latchkey as SvelteKitLatchkey } from 'latchkey/sveltekit'
import { describe, expectTypeOf, it } from 'vitest'

declare const req: IncomingMessage
declare const res: ServerResponse
declare const request: Request
declare const event: RequestEvent
declare const user: CurrentUser

const config = { providers: [] }

// proves TOK-1
describe('currentUser', () => {
  it('returns the user or null in all integrations', async () => {
    type Result = Promise<CurrentUser | null>
    expectTypeOf(createAuth(config).currentUser(request)).toEqualTypeOf<Result>()
    expectTypeOf(createAuth(config).currentUser(request, () => {})).toEqualTypeOf<Result>()
    const { currentUser } = NextLatchkey(config)
    expectTypeOf(currentUser()).toEqualTypeOf<Result>()
    expectTypeOf(currentUser(req, res)).toEqualTypeOf<Result>()
    expectTypeOf(currentUser({ req, res })).toEqualTypeOf<Result>()
    // @ts-expect-error cookies of the Pages Router need the response
    currentUser(req)
    const { currentUser: userOfNode } = NodeLatchkey(config)
    expectTypeOf(userOfNode(req)).toEqualTypeOf<Result>()
    expectTypeOf(userOfNode(req, res)).toEqualTypeOf<Result>()
    expectTypeOf(SolidLatchkey(config).currentUser()).toEqualTypeOf<Result>()
    const { currentUser: userOfEvent } = SvelteKitLatchkey(config)
    expectTypeOf(userOfEvent()).toEqualTypeOf<Result>()
    expectTypeOf(userOfEvent(event)).toEqualTypeOf<Result>()
    expectTypeOf<svelteKit.LatchkeyLocals['currentUser']>().toEqualTypeOf<() => Result>()
  })

  it('returns tokens and accounts', async () => {
    expectTypeOf(user.id).toEqualTypeOf<string>()
    const options = { minValid: 300, scopes: ['read'] as const, providerAccountId: '1' }
    expectTypeOf(user.tokens('github')).toEqualTypeOf<Promise<ProviderTokens>>()
    expectTypeOf(user.tokens('github', options)).toEqualTypeOf<Promise<ProviderTokens>>()
    expectTypeOf<ProviderTokens['expiresAt']>().toEqualTypeOf<Date | undefined>()
    expectTypeOf(user.accounts.list()).toEqualTypeOf<Promise<ConnectedAccount[]>>()
    expectTypeOf(user.accounts.unlink('github', '1', { allowLast: true })).toEqualTypeOf<Promise<boolean>>()
    // @ts-expect-error an account has no tokens
    ;(await user.accounts.list())[0]?.accessToken
  })
})

it('the types of the user are exported by `latchkey` and by every integration', () => {
  type Options = { minValid?: number | undefined; scopes?: readonly string[] | undefined }
  expectTypeOf<core.TokensOptions>().toExtend<Options>()
  expectTypeOf<[next.CurrentUser, next.ProviderTokens, next.TokensOptions]>().toEqualTypeOf<
    [core.CurrentUser, core.ProviderTokens, core.TokensOptions]
  >()
  expectTypeOf<[node.CurrentUser, node.ProviderTokens, node.TokensOptions]>().toEqualTypeOf<
    [core.CurrentUser, core.ProviderTokens, core.TokensOptions]
  >()
  expectTypeOf<[solidStart.CurrentUser, solidStart.ConnectedAccount]>().toEqualTypeOf<
    [core.CurrentUser, core.ConnectedAccount]
  >()
  expectTypeOf<[svelteKit.CurrentUser, svelteKit.ConnectedAccounts, svelteKit.UnlinkOptions]>().toEqualTypeOf<
    [core.CurrentUser, core.ConnectedAccounts, core.UnlinkOptions]
  >()
})
