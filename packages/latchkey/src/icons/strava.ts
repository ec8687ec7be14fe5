// Strava, from Simple Icons (CC0-1.0), written by `npm run update -- catalogue`.
// The logo is a trademark of its owner.
export default 'M15.387 17.944l-2.089-4.116h-3.065L15.387 24l5.15-10.172h-3.066m-7.008-5.599l2.836 5.598h4.172L10.463 0l-7 13.828h4.169'
