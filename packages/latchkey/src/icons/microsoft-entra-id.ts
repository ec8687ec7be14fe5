// Microsoft, in its colours, written by `npm run update -- catalogue`.
// The logo is a trademark of its owner.
export default [
  { color: '#f25022', path: 'M1 1h10.5v10.5H1z' },
  { color: '#7fba00', path: 'M12.5 1H23v10.5H12.5z' },
  { color: '#00a4ef', path: 'M1 12.5h10.5V23H1z' },
  { color: '#ffb900', path: 'M12.5 12.5H23V23H12.5z' },
] as const
