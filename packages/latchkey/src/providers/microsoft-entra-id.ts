import type { OAuthUserConfig, OIDCConfig, ProfileContext } from '../types/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { Profile } from '../types/user.ts'

/** @see https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
export interface MicrosoftEntraIDProfile extends Profile {
  sub: string
  /** Id of the tenant that the person belongs to. */
  tid: string
  /** Id of the person, the same for all applications of the tenant. */
  oid?: string
  preferred_username?: string
}

/** What an application may set on Microsoft Entra ID. */
export interface MicrosoftEntraIDOptions extends OAuthUserConfig<MicrosoftEntraIDProfile> {
  /** Width and height of the picture in pixels. Default: 48. */
  profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648
}

/**
 * Microsoft Entra ID, formerly Azure AD. Environment: `AUTH_MICROSOFT_ENTRA_ID_ID`, `AUTH_MICROSOFT_ENTRA_ID_SECRET`,
 * `AUTH_MICROSOFT_ENTRA_ID_ISSUER`.
 *
 * Without an issuer people of every tenant and with personal accounts can sign in. To let in those of one tenant set it to
 * `https://login.microsoftonline.com/<tenant id>/v2.0`; with `organizations` instead of an id those of any tenant. Entra does not say whether an address
 * is verified, and tenants choose their people's addresses: do not link accounts by them. The picture is fetched from Microsoft Graph
 * and kept in the profile as a `data:` URL.
 *
 * @see https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade Register an application
 * @see https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc Documentation
 */
export default function MicrosoftEntraID({
  profilePhotoSize = 48,
  ...options
}: MicrosoftEntraIDOptions = {}): OIDCConfig<MicrosoftEntraIDProfile> {
  return {
    id: 'microsoft-entra-id',
    name: 'Microsoft Entra ID',
    type: 'oidc',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    issuerTemplate: 'https://login.microsoftonline.com/{tid}/v2.0',
    authorization: { params: { scope: 'openid profile email User.Read' } },
    profile: async ({ sub, name, email }, tokens, context) => ({
      id: sub,
      name,
      email,
      image: await photoOf(tokens, profilePhotoSize, context),
    }),
    isEmailVerified: () => false,
    style: { brandColor: '#0072c6' },
    options,
  }
}

/** The picture as a `data:` URL; none when there is none or it cannot be had: nobody is kept out for that. */
async function photoOf(
  { access_token }: TokenSet,
  size: number,
  { fetch }: ProfileContext,
): Promise<string | null> {
  try {
    const url = `https://graph.microsoft.com/v1.0/me/photos/${size}x${size}/$value`
    const response = await fetch(url, { headers: { authorization: `Bearer ${access_token}` } })
    if (!response.ok) return null
    const bytes = new Uint8Array(await response.arrayBuffer())
    return `data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`
  } catch {
    return null
  }
}
