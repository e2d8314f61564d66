import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Credentials {
  readonly key: Buffer
  readonly cert: Buffer
  /** SHA-256 of the public key in base64, as Chromium's list of trusted keys wants it. */
  readonly trustedKey: string
}

/**
 * A self-signed certificate for localhost, made by openssl for this run; null where openssl is missing. Then every page, ours and the
 * references alike, is served as plain HTTP/1.1, and the ratios stay comparable: localhost is a secure context all the same.
 */
export function makeCredentials(): Credentials | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'page-lab-'))
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  try {
    execFileSync('openssl', [...request.split(' '), ...names, '-keyout', keyFile, '-out', certFile], {
      stdio: 'ignore',
    })
    const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)]
    const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
    return { key, cert, trustedKey: createHash('sha256').update(publicKey).digest('base64') }
  } catch {
    return null
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
