import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '@latchkey/test-support/machine/nginx.mjs'

/** Creates a private key and a certificate for `localhost`. */
export async function localTls(): Promise<{ key: string; cert: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'))
  try {
    await makeCertificate(folder, ['localhost'])
    const [key = '', cert = ''] = ['key.pem', 'certificate.pem'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    )
    return { key, cert }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
