/** The same for every library: who is signed in, and the secret. */
export const SECRET = 'a secret for all libraries alike, 48 characters.'
export const ANN = {
  id: 'ann',
  name: 'Ann Example',
  email: 'ann@example.com',
  image: 'https://example.com/ann.png',
}
export const PASSWORD = 'correct horse battery staple'
/** Where the application is; nobody listens there. */
export const ORIGIN = 'http://localhost:3000'
/** Cookies that any site has besides. */
export const OTHER_COOKIES = 'theme=dark; _ga=GA1.1.1234567890.1700000000; locale=en-GB'
export const THIRTY_DAYS = 30 * 24 * 60 * 60

/** Of `Set-Cookie` headers what a browser sends back. */
export function cookieHeader(headers: Headers): string {
  const own = headers.getSetCookie().flatMap((cookie) => cookie.split(';', 1))
  return [OTHER_COOKIES.split('; ')[0], ...own, ...OTHER_COOKIES.split('; ').slice(1)].join('; ')
}
