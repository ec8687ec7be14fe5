// Providers, adapters, callbacks and configurations with Auth.js types are accepted without a cast.
import type { AuthConfig as AuthJsConfig } from '@auth/core'
import type * as authJsAdapters from '@auth/core/adapters'
import type * as authJsJwt from '@auth/core/jwt'
import FortyTwoSchool from '@auth/core/providers/42-school'
import Apple from '@auth/core/providers/apple'
import Asgardeo from '@auth/core/providers/asgardeo'
import Atlassian from '@auth/core/providers/atlassian'
import Auth0 from '@auth/core/providers/auth0'
import Authentik from '@auth/core/providers/authentik'
import AzureAd from '@auth/core/providers/azure-ad'
import AzureAdB2c from '@auth/core/providers/azure-ad-b2c'
import AzureDevops from '@auth/core/providers/azure-devops'
import BankidNo from '@auth/core/providers/bankid-no'
import Battlenet from '@auth/core/providers/battlenet'
import Beyondidentity from '@auth/core/providers/beyondidentity'
import Bitbucket from '@auth/core/providers/bitbucket'
import Box from '@auth/core/providers/box'
import BoxyhqSaml from '@auth/core/providers/boxyhq-saml'
import Bungie from '@auth/core/providers/bungie'
import ClickUp from '@auth/core/providers/click-up'
import Cognito from '@auth/core/providers/cognito'
import Coinbase from '@auth/core/providers/coinbase'
import Concept2 from '@auth/core/providers/concept2'
import Credentials from '@auth/core/providers/credentials'
import Descope from '@auth/core/providers/descope'
import Discord from '@auth/core/providers/discord'
import Dribbble from '@auth/core/providers/dribbble'
import Dropbox from '@auth/core/providers/dropbox'
import DuendeIdentityServer from '@auth/core/providers/duende-identity-server6'
import Email from '@auth/core/providers/email'
import Eventbrite from '@auth/core/providers/eventbrite'
import Eveonline from '@auth/core/providers/eveonline'
import Facebook from '@auth/core/providers/facebook'
import Faceit from '@auth/core/providers/faceit'
import Figma from '@auth/core/providers/figma'
import Forwardemail from '@auth/core/providers/forwardemail'
import Foursquare from '@auth/core/providers/foursquare'
import Freshbooks from '@auth/core/providers/freshbooks'
import Frontegg from '@auth/core/providers/frontegg'
import Fusionauth from '@auth/core/providers/fusionauth'
import Github from '@auth/core/providers/github'
import Gitlab from '@auth/core/providers/gitlab'
import Google from '@auth/core/providers/google'
import Hubspot from '@auth/core/providers/hubspot'
import Huggingface from '@auth/core/providers/huggingface'
import IdentityServer from '@auth/core/providers/identity-server4'
import Instagram from '@auth/core/providers/instagram'
import Kakao from '@auth/core/providers/kakao'
import Keycloak from '@auth/core/providers/keycloak'
import Kinde from '@auth/core/providers/kinde'
import Line from '@auth/core/providers/line'
import Linkedin from '@auth/core/providers/linkedin'
import Logto from '@auth/core/providers/logto'
import Loops from '@auth/core/providers/loops'
import Mailchimp from '@auth/core/providers/mailchimp'
import Mailgun from '@auth/core/providers/mailgun'
import Mailru from '@auth/core/providers/mailru'
import Mastodon from '@auth/core/providers/mastodon'
import Mattermost from '@auth/core/providers/mattermost'
import Medium from '@auth/core/providers/medium'
import MicrosoftEntraId from '@auth/core/providers/microsoft-entra-id'
import Naver from '@auth/core/providers/naver'
import Netlify from '@auth/core/providers/netlify'
import Netsuite from '@auth/core/providers/netsuite'
import Nextcloud from '@auth/core/providers/nextcloud'
import Nodemailer from '@auth/core/providers/nodemailer'
import Notion from '@auth/core/providers/notion'
import Okta from '@auth/core/providers/okta'
import Onelogin from '@auth/core/providers/onelogin'
import OryHydra from '@auth/core/providers/ory-hydra'
import Osso from '@auth/core/providers/osso'
import Osu from '@auth/core/providers/osu'
import Passage from '@auth/core/providers/passage'
import Patreon from '@auth/core/providers/patreon'
import PingId from '@auth/core/providers/ping-id'
import Pinterest from '@auth/core/providers/pinterest'
import Pipedrive from '@auth/core/providers/pipedrive'
import Postmark from '@auth/core/providers/postmark'
import Reddit from '@auth/core/providers/reddit'
import Resend from '@auth/core/providers/resend'
import Roblox from '@auth/core/providers/roblox'
import Salesforce from '@auth/core/providers/salesforce'
import Sendgrid from '@auth/core/providers/sendgrid'
import Simplelogin from '@auth/core/providers/simplelogin'
import Slack from '@auth/core/providers/slack'
import Spotify from '@auth/core/providers/spotify'
import Strava from '@auth/core/providers/strava'
import Threads from '@auth/core/providers/threads'
import Tiktok from '@auth/core/providers/tiktok'
import Todoist from '@auth/core/providers/todoist'
import Trakt from '@auth/core/providers/trakt'
import Twitch from '@auth/core/providers/twitch'
import Twitter from '@auth/core/providers/twitter'
import UnitedEffects from '@auth/core/providers/united-effects'
import Vipps from '@auth/core/providers/vipps'
import Vk from '@auth/core/providers/vk'
import Webex from '@auth/core/providers/webex'
import Wechat from '@auth/core/providers/wechat'
import Wikimedia from '@auth/core/providers/wikimedia'
import Wordpress from '@auth/core/providers/wordpress'
import Workos from '@auth/core/providers/workos'
import Yandex from '@auth/core/providers/yandex'
import Zitadel from '@auth/core/providers/zitadel'
import Zoho from '@auth/core/providers/zoho'
import Zoom from '@auth/core/providers/zoom'
import type * as authJs from '@auth/core/types'
import {
  type Account,
  type AuthConfig,
  type Callbacks,
  createAuth,
  type DefaultSession,
  type Events,
  type JWT,
  type Profile,
  type Provider,
  type ProviderConfig,
  type Session,
  type User,
} from 'latchkey'
import type * as adapters from 'latchkey/adapters'
import type { JWTOptions } from 'latchkey/jwt'
import type { LatchkeyConfig } from 'latchkey/next'
import type * as types from 'latchkey/types'
import { describe, expectTypeOf, it } from 'vitest'

declare const adapter: authJsAdapters.Adapter

describe('a provider', () => {
  it('of Auth.js is accepted in the list of providers', () => {
    // proves CFG-3, §8.1
    // All except `webauthn` and `passkey`, which depend on another version of the WebAuthn package.
    expectTypeOf([
      FortyTwoSchool,
      Apple,
      Asgardeo,
      Atlassian,
      Auth0,
      Authentik,
      AzureAd,
      AzureAdB2c,
      AzureDevops,
      BankidNo,
      Battlenet,
      Beyondidentity,
      Bitbucket,
      Box,
      BoxyhqSaml,
      Bungie,
      ClickUp,
      Cognito,
      Coinbase,
      Concept2,
      Credentials,
      Descope,
      Discord,
      Dribbble,
      Dropbox,
      DuendeIdentityServer,
      Email,
      Eventbrite,
      Eveonline,
      Facebook,
      Faceit,
      Figma,
      Forwardemail,
      Foursquare,
      Freshbooks,
      Frontegg,
      Fusionauth,
      Github,
      Gitlab,
      Google,
      Hubspot,
      Huggingface,
      IdentityServer,
      Instagram,
      Kakao,
      Keycloak,
      Kinde,
      Line,
      Linkedin,
      Logto,
      Loops,
      Mailchimp,
      Mailgun,
      Mailru,
      Mastodon,
      Mattermost,
      Medium,
      MicrosoftEntraId,
      Naver,
      Netlify,
      Netsuite,
      Nextcloud,
      Nodemailer,
      Notion,
      Okta,
      Onelogin,
      OryHydra,
      Osso,
      Osu,
      Passage,
      Patreon,
      PingId,
      Pinterest,
      Pipedrive,
      Postmark,
      Reddit,
      Resend,
      Roblox,
      Salesforce,
      Sendgrid,
      Simplelogin,
      Slack,
      Spotify,
      Strava,
      Threads,
      Tiktok,
      Todoist,
      Trakt,
      Twitch,
      Twitter,
      UnitedEffects,
      Vipps,
      Vk,
      Webex,
      Wechat,
      Wikimedia,
      Wordpress,
      Workos,
      Yandex,
      Zitadel,
      Zoho,
      Zoom,
    ]).toExtend<readonly Provider[]>()
    // proves §8.2, §8.3, §8.4, §8.5
    expectTypeOf([Github({}), Google({}), Resend({}), Credentials({})]).toExtend<readonly ProviderConfig[]>()
  })
})

describe('an adapter', () => {
  it('has compatible types in Auth.js and Latchkey', () => {
    // proves CFG-4, §1, §7.2
    expectTypeOf<authJsAdapters.Adapter>().toExtend<adapters.Adapter>()
    expectTypeOf<adapters.Adapter>().toExtend<authJsAdapters.Adapter>()
    createAuth({ providers: [], adapter })
  })

  it('stores the same records', () => {
    // proves §7.1
    expectTypeOf<adapters.AdapterUser>().toEqualTypeOf<authJsAdapters.AdapterUser>()
    expectTypeOf<adapters.AdapterSession>().toEqualTypeOf<authJsAdapters.AdapterSession>()
    expectTypeOf<adapters.VerificationToken>().toEqualTypeOf<authJsAdapters.VerificationToken>()
    expectTypeOf<adapters.AdapterAuthenticator>().toEqualTypeOf<authJsAdapters.AdapterAuthenticator>()
    expectTypeOf<adapters.AdapterAccountType>().toEqualTypeOf<authJsAdapters.AdapterAccountType>()
    expectTypeOf<adapters.AdapterAccount>().toExtend<authJsAdapters.AdapterAccount>()
    expectTypeOf<authJsAdapters.AdapterAccount>().toExtend<adapters.AdapterAccount>()
    // A column with this type, as query builders declare it.
    const column = { $type: <T>() => ({}) as { readonly data: T } }.$type<adapters.AdapterAccountType>()
    expectTypeOf(column.data).toEqualTypeOf<'oauth' | 'oidc' | 'email' | 'webauthn'>()
  })
})

describe('a record', () => {
  it('has compatible types in Auth.js and Latchkey', () => {
    // proves §1
    expectTypeOf<authJs.User>().toEqualTypeOf<User>()
    expectTypeOf<authJs.Session>().toEqualTypeOf<Omit<Session, 'amr' | 'authTime'>>()
    expectTypeOf<authJs.DefaultSession>().toEqualTypeOf<Omit<DefaultSession, 'amr' | 'authTime'>>()
    expectTypeOf<authJs.Profile>().toEqualTypeOf<Profile>()
    expectTypeOf<authJs.Account>().toExtend<Account>()
    expectTypeOf<Account>().toExtend<authJs.Account>()
    expectTypeOf<authJs.TokenSet>().toExtend<types.TokenSet>()
    expectTypeOf<types.TokenSet>().toExtend<authJs.TokenSet>()
    expectTypeOf<authJs.Authenticator>().toEqualTypeOf<types.Authenticator>()
    expectTypeOf<authJs.AuthAction>().toExtend<types.AuthAction>()
    expectTypeOf<authJsJwt.JWT>().toExtend<JWT>()
    expectTypeOf<JWT>().toExtend<authJsJwt.JWT>()
  })
})

describe('a configuration', () => {
  it('of Auth.js is accepted, except its symbols and passkey providers', () => {
    // proves §1, §6
    expectTypeOf<
      Omit<AuthJsConfig, 'providers' | 'raw' | 'skipCSRFCheck'> & { providers: [] }
    >().toExtend<AuthConfig>()
    expectTypeOf<
      Omit<AuthJsConfig, 'providers' | 'raw' | 'skipCSRFCheck'> & { providers: [] }
    >().toExtend<LatchkeyConfig>()
  })

  it('accepts options with Auth.js types', () => {
    // proves CB-1
    expectTypeOf<NonNullable<AuthJsConfig['callbacks']>>().toExtend<Callbacks>()
    // proves EV-1
    expectTypeOf<NonNullable<AuthJsConfig['events']>>().toExtend<Events>()
    // proves §6.1, §6.2, §6.3, §6.4, §6.5
    expectTypeOf<Partial<authJsJwt.JWTOptions>>().toExtend<Partial<JWTOptions>>()
    expectTypeOf<Partial<authJs.CookiesOptions>>().toExtend<Partial<types.CookiesOptions>>()
    expectTypeOf<authJs.PagesOptions>().toEqualTypeOf<
      Omit<types.PagesOptions, 'verify' | 'signUp' | 'reset'>
    >()
    expectTypeOf<authJs.LoggerInstance>().toExtend<types.LoggerInstance>()
    expectTypeOf<authJs.Theme>().toEqualTypeOf<Omit<types.Theme, 'name' | 'lastUsed'>>()
  })
})
