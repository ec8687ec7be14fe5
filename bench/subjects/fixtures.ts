/** The same user and secret for every library. */
export const SECRET = 'a secret for all libraries alike, 48 characters.'
export const ANN = {
  id: 'ann',
  name: 'Ann Example',
  email: 'ann@example.com',
  image: 'https://example.com/ann.png',
}
export const PASSWORD = 'correct horse battery staple'
/** The origin of the application. No server listens there. */
export const ORIGIN = 'http://localhost:3000'
/** Cookies that other parts of a site set. */
export const OTHER_COOKIES = 'theme=dark; _ga=GA1.1.1234567890.1700000000; locale=en-GB'
export const THIRTY_DAYS = 30 * 24 * 60 * 60

/** Returns the `Cookie` header that a browser sends after these `Set-Cookie` headers. */
export function cookieHeader(headers: Headers): string {
  const cookies = headers.getSetCookie().flatMap((cookie) => cookie.split(';', 1))
  return [OTHER_COOKIES.split('; ')[0], ...cookies, ...OTHER_COOKIES.split('; ').slice(1)].join('; ')
}
