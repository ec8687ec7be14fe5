/** The colours of a generated avatar. */
export interface AvatarColours {
  readonly background: string
  readonly clothes: string
  readonly skin: string
  readonly hair: string
}

/**
 * Returns a small avatar as SVG text, 96 by 96. It is generated here, so that the playground loads
 * no pictures from other servers.
 */
export function avatar({ background, clothes, skin, hair }: AvatarColours): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
<rect width="96" height="96" fill="${background}"/>
<path d="M25 68V43a23 23 0 0 1 46 0v25z" fill="${hair}"/>
<path d="M12 96c0-18 16-26 36-26s36 8 36 26z" fill="${clothes}"/>
<path d="M40 60h16v12a8 8 0 0 1-16 0z" fill="${skin}"/>
<ellipse cx="48" cy="47" rx="16" ry="18" fill="${skin}"/>
<path d="M31 45c2-13 9-18 17-18s15 5 17 18c-7-2-12-6-15-11-4 6-11 10-19 11z" fill="${hair}"/>
</svg>
`
}
