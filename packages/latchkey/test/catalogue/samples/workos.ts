import type { WorkOSProfile } from '../../../src/providers/workos.ts'
import type { Sample } from '../sample.ts'

const profile = {
  id: 'prof_01DMC79VCBZ0NY2099737PSVF1',
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Example',
  idp_id: '00u1a0ufowBJlzPlk357',
  connection_id: 'conn_01E4ZCR3C56J083X43JQXF3JK5',
  organization_id: 'org_01EHWNCE74X7JSDV0X3SZ3KJNY',
  raw_attributes: { picture: 'https://idp.example.com/ann.png' },
}

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://workos.com/docs/reference/sso/profile/get-user-profile.md',
  },
  options: { connection: 'conn_01E4ZCR3C56J083X43JQXF3JK5' },
  tokens: { expires_in: 600, profile },
  profile,
  user: {
    id: 'prof_01DMC79VCBZ0NY2099737PSVF1',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'https://idp.example.com/ann.png',
  },
  afterSignIn: {
    refreshTokens: 'never',
    sources: ['https://workos.com/docs/reference/sso/profile/get-profile-and-token'],
  },
} satisfies Sample<WorkOSProfile>
