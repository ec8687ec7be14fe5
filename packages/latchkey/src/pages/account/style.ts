// Must not contain quotes, ampersands or angle brackets: see `../style.ts`.

/** What only the account pages need. */
export const ACCOUNT_STYLE = `
body{grid-template-columns:minmax(0,42rem);place-content:start center;padding-block:clamp(1.5rem,6vh,4rem)}
main{background:none;border:0;box-shadow:none;padding:0}
h1{margin-block-end:1.5rem}h2{margin:0;font-size:1rem;line-height:1.5}
.card{background:var(--card);border:1px solid var(--line);border-radius:.875rem;padding:1.25rem}
.card+.card{margin-block-start:.75rem}
.row,.card li{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;justify-content:space-between}
.row div,.card li div{flex:1 1 12rem;min-inline-size:0;overflow-wrap:anywhere}
.card li div{display:block}.card p .quiet{color:var(--ink)}
.card p{margin:0;font-size:.9375rem}.card small{display:block;color:var(--soft);font-size:.875rem}
.card ul{list-style:none;margin:0;padding:0}.card li{padding-block:.75rem;border-block-end:1px solid var(--line)}
.card li:first-child{padding-block-start:0}
.card form{max-inline-size:24rem}.card form+form,.card ul+form,.card p+form,.card form+ul{margin-block-start:1.25rem}
.card li form,.card .wide{max-inline-size:none;margin:0}
.row button,.row .button,li button,li a{min-height:2.375rem;padding:.25rem .875rem;font-size:.9375rem}
li a{display:inline-flex;align-items:center}
.profile{display:flex;gap:1rem;align-items:center}.profile img,.profile i{flex:none;inline-size:3rem;block-size:3rem;
border-radius:50%;object-fit:cover;display:grid;place-items:center;background:var(--line);font:600 1.125rem system-ui}
.done{margin:0 0 1.5rem;padding:.75rem 1rem;border-radius:.625rem;border:1px solid var(--edge);color:var(--ink)}
.back{display:inline-block;margin-block-end:1rem;font-size:.9375rem}
.danger{background:transparent;color:var(--bad);border-color:var(--bad)}
.tag{font-size:.8125rem;font-weight:600;border:1px solid var(--line);border-radius:1rem;padding:.0625rem .5rem;margin-inline-start:.5rem}
`
