/** Browsers do not keep a cookie for longer. @see RFC 6265bis, section 5.6.2 */
export const MAX_COOKIE_AGE_SECONDS: number = 400 * 24 * 60 * 60
