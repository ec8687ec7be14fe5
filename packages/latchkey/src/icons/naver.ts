// Naver, from Simple Icons (CC0-1.0), written by `npm run update -- catalogue`.
// The logo is a trademark of its owner.
export default 'M16.273 12.845 7.376 0H0v24h7.726V11.156L16.624 24H24V0h-7.727v12.845Z'
