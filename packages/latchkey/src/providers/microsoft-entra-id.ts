import type { OAuthUserConfig, OIDCConfig, ProfileContext } from '../types/providers/oauth.ts'
import type { TokenSet } from '../types/token-set.ts'
import type { Profile } from '../types/user.ts'

export type { OIDCConfig } from '../types/providers/oauth.ts'

/** @see https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference */
export interface MicrosoftEntraIDProfile extends Profile {
  sub: string
  /** The user's tenant ID. */
  tid: string
  /** User ID, the same for all the tenant's applications. */
  oid?: string
  preferred_username?: string
  /** The roles that the application defines and the user has. */
  roles?: string[]
  /** The user's group IDs, if the application requests them. */
  groups?: string[]
  upn?: string
  login_hint?: string
  verified_primary_email?: string[]
  verified_secondary_email?: string[]
  ipaddr?: string
}

/** Options for the Microsoft Entra ID provider. */
export interface MicrosoftEntraIDOptions extends OAuthUserConfig<MicrosoftEntraIDProfile> {
  /** Picture width and height in pixels. Default: 48. */
  profilePhotoSize?: 48 | 64 | 96 | 120 | 240 | 360 | 432 | 504 | 648
}

/**
 * Returns the Microsoft Entra ID provider. Microsoft Entra ID was formerly called Azure AD.
 *
 * Set `AUTH_MICROSOFT_ENTRA_ID_ID` and `AUTH_MICROSOFT_ENTRA_ID_SECRET` to your application's
 * client ID and client secret. To restrict who can sign in, set `AUTH_MICROSOFT_ENTRA_ID_ISSUER`.
 *
 * Create the application:
 * 1. In the Microsoft Entra admin center, open **App registrations** and choose **New
 *    registration**.
 * 2. Under **Supported account types**, select who can sign in.
 * 3. Under **Redirect URI**, select the platform **Web** and paste the callback URL. Choose
 *    **Register**.
 * 4. Copy the **Application (client) ID** from **Overview**.
 * 5. Under **Certificates & secrets**, choose **New client secret** and copy its **Value**, not its
 *    ID.
 *
 * Scopes: With `User.Read`, Latchkey fetches the picture from Microsoft Graph. For a refresh token,
 * add `offline_access`.
 *
 * E-mail address: The address comes from the claim `email`, which is missing for users who have no
 * address in Entra. Entra does not report whether an address is verified, and tenants choose their
 * users' addresses.
 *
 * Limits:
 * - Client secrets expire after 24 months at the latest.
 *
 * Without an issuer, users from every tenant and users with personal accounts can sign in. To allow
 * only one tenant's users, set the issuer to `https://login.microsoftonline.com/<tenant id>/v2.0`.
 * To allow any tenant's users, use `organizations` instead of the tenant ID.
 *
 * The picture is fetched from Microsoft Graph and stored in the profile as a `data:` URL.
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
      image: await fetchPhoto(tokens, profilePhotoSize, context),
    }),
    isEmailVerified: () => undefined,
    revocation: false,
    style: { brandColor: '#0072c6', icon: () => import('../icons/microsoft-entra-id.ts') },
    options,
  }
}

/** Returns the picture as a `data:` URL, or `null` if it is missing or the request fails. */
async function fetchPhoto(
  { access_token }: TokenSet,
  size: number,
  { fetch }: ProfileContext = globalThis,
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
