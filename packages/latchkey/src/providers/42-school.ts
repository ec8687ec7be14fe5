import type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

export type { OAuth2Config, OAuthUserConfig } from '../types/providers/oauth.ts'

/** @see https://api.intra.42.fr/apidoc/2.0/users/me.html */
export interface FortyTwoProfile {
  id: number
  login: string
  email: string
  displayname: string
  /** Full name with the preferred first name. */
  usual_full_name: string | null
  /** `link` is `null` if the user has no picture. */
  image: { link: string | null }
  first_name?: string
  last_name?: string
  usual_first_name?: string | null
  url?: string
  phone?: string | null
  correction_point?: number
  pool_month?: string | null
  pool_year?: string | null
  location?: string | null
  wallet?: number
  /** ISO 8601. */
  anonymize_date?: string
  /** ISO 8601. */
  created_at?: string
  /** ISO 8601. */
  updated_at?: string | null
  groups?: { id: number; name: string }[]
  titles?: { id: number; name: string }[]
  roles?: { id: number; name: string }[]
  campus?: { id: number; name: string; time_zone: string; country: string; city: string }[]
  cursus_users?: {
    id: number
    grade: string | null
    level: number
    begin_at: string | null
    end_at: string | null
    cursus_id: number
    skills: { id: number; name: string; level: number }[]
    cursus: { id: number; name: string; slug: string; created_at: string }
  }[]
  projects_users?: {
    id: number
    occurrence: number
    final_mark: number | null
    status: string
    marked: boolean
    marked_at: string | null
    cursus_ids: number[]
    project: { id: number; name: string; slug: string; parent_id: number | null }
  }[]
  languages_users?: { id: number; language_id: number; user_id: number; position: number }[]
  achievements?: { id: number; name: string; description: string; tier: string; kind: string }[]
  titles_users?: { id: number; user_id: number; title_id: number; selected: boolean }[]
  expertises_users?: { id: number; expertise_id: number; interested: boolean; value: number }[]
  campus_users?: { id: number; user_id: number; campus_id: number; is_primary: boolean }[]
  image_url?: string | null
  alumni?: boolean
  'staff?'?: boolean
  'is_launched?'?: boolean
  partnerships?: unknown[]
  patroned?: unknown[]
  patroning?: unknown[]
  user?: unknown
}

/**
 * Returns the 42 School provider.
 *
 * Set `AUTH_42_SCHOOL_ID` and `AUTH_42_SCHOOL_SECRET` to your application's client ID and client
 * secret.
 *
 * Create the application:
 * 1. In the intranet settings, open the API page and create an application.
 * 2. Enter a name, and add the callback URL as a redirect URI.
 * 3. Copy the UID, which is the client ID, and the secret.
 *
 * Scopes: `public` reads the public profile, which contains the e-mail address. To read the user's
 * projects too, add `projects`.
 *
 * E-mail address: The address is the one that 42 stores for the user. 42 does not report whether it
 * is verified.
 *
 * @see https://profile.intra.42.fr/oauth/applications/new Register an application
 * @see https://api.intra.42.fr/apidoc/guides/web_application_flow Documentation
 */
export default function FortyTwo<P extends FortyTwoProfile = FortyTwoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return {
    id: '42-school',
    name: '42 School',
    type: 'oauth',
    authorization: { url: 'https://api.intra.42.fr/oauth/authorize', params: { scope: 'public' } },
    token: 'https://api.intra.42.fr/oauth/token',
    userinfo: 'https://api.intra.42.fr/v2/me',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    profile: ({ id, usual_full_name, displayname, email, image }) => ({
      id: String(id),
      name: usual_full_name ?? displayname,
      email,
      image: image.link,
    }),
    style: { brandColor: '#00babc', icon: () => import('../icons/42-school.ts') },
    options,
  }
}
