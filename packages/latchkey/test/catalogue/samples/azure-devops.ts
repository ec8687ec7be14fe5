import type { AzureDevOpsProfile } from '../../../src/providers/azure-devops.ts'
import type { Sample } from '../sample.ts'

export default {
  documentation: {
    checkedOn: '2026-11-21',
    url: 'https://learn.microsoft.com/vsts/integrate/get-started/auth/oauth',
  },
  // The lifetime is a string.
  tokens: { token_type: 'jwt-bearer', expires_in: '3599', refresh_token: 'rt.example' },
  profile: {
    id: 'd6245f20-2af8-44f4-9451-8107cb2767db',
    displayName: 'Ann Example',
    emailAddress: 'ann@example.com',
    coreAttributes: { Avatar: { value: { value: '/9j/' } } },
  },
  user: {
    id: 'd6245f20-2af8-44f4-9451-8107cb2767db',
    name: 'Ann Example',
    email: 'ann@example.com',
    image: 'data:image/jpeg;base64,/9j/',
  },
  afterSignIn: {
    refreshTokens: 'unsupported',
    lifetimes: 'Access token: 1 hour.',
    sources: [
      'https://learn.microsoft.com/azure/devops/integrate/get-started/authentication/azure-devops-oauth',
    ],
  },
} satisfies Sample<AzureDevOpsProfile>
