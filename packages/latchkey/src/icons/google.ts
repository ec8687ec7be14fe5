// Google, in its colours, written by `npm run update -- catalogue`.
// The logo is a trademark of its owner.
export default [
  { color: '#ea4335', path: 'M1.28 6.61A12 12 0 0 1 20.03 3.13L16.6 6.55A7.25 7.25 0 0 0 5.27 9.7z' },
  { color: '#fbbc05', path: 'M1.28 6.61a12 12 0 0 0 0 10.78l3.99-3.09a7.25 7.25 0 0 1 0-4.6z' },
  { color: '#34a853', path: 'M1.28 17.39a12 12 0 0 0 18.67 3.71l-3.87-3a7.25 7.25 0 0 1-10.81-3.8z' },
  { color: '#4285f4', path: 'M12 9.82h11.5a12 12 0 0 1-3.55 11.28l-3.87-3a5.5 5.5 0 0 0 2.39-3.59H12z' },
] as const
