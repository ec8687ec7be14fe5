import { base64url } from 'jose'

export type TokenChange = 'add encrypted key' | 'add padding' | 'flip bit' | 'shorten tag'

/** Changes a token in compact form: header, encrypted key, initialization vector, ciphertext, tag. */
export function alterToken(token: string, change: TokenChange): string {
  const [header = '', key = '', vector = '', ciphertext = '', tag = ''] = token.split('.')
  switch (change) {
    case 'shorten tag':
      return [header, key, vector, ciphertext, shorten(tag)].join('.')
    case 'flip bit':
      return [header, key, vector, flipBit(ciphertext), tag].join('.')
    case 'add encrypted key':
      return [header, 'AAAA', vector, ciphertext, tag].join('.')
    case 'add padding':
      return `${[`${header}=`, key, vector, ciphertext, tag].join('.')}=`
  }
}

function shorten(part: string): string {
  return base64url.encode(base64url.decode(part).subarray(0, 4))
}

function flipBit(part: string): string {
  return base64url.encode(base64url.decode(part).map((byte, index) => (index === 5 ? byte ^ 1 : byte)))
}
