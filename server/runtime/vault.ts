import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, StartError } from './errors.ts'
import { writeOnce } from './data-folder.ts'

const KEY_FILE = 'secret.key'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keeps secrets that the server must be able to read again unreadable in the database. */
export type Vault = ReturnType<typeof createVault>

/** AES-256-GCM (NIST SP 800-38D): a random nonce in front, the tag behind, the context as associated data. The key has 32 bytes. */
export function createVault(key: Uint8Array) {
  if (key.length !== KEY_BYTES) throw new TypeError(`a key has ${KEY_BYTES} bytes`)
  const sealBytes = (bytes: Uint8Array, context: string) => {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  const openBytes = (sealed: Uint8Array, context: string) => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  }
  const markKey = createHmac('sha256', key).update('portal marks').digest()
  return {
    /** HMAC-SHA256 by which a short secret is found again: not guessable from the database alone. */
    mark: (text: string, context: string) =>
      createHmac('sha256', markKey)
        .update(JSON.stringify([context, text]))
        .digest(),
    /** Encrypts a text for one context, for instance 'totp 0192…': it opens with the same context only. */
    seal: (text: string, context: string) => sealBytes(Buffer.from(text), context),
    /** Throws when the text was sealed with another context or key, or was changed. */
    open: (sealed: Uint8Array, context: string) => openBytes(sealed, context).toString('utf8'),
    sealBytes,
    openBytes,
  }
}

/** From PORTAL_SECRET where several processes share a database, else from a file that the first start creates. Throws StartError when the file holds no key, and without `create` when it is not there. */
export async function readVaultKey(
  dataFolder: string,
  secret: string | undefined,
  { create = true }: { readonly create?: boolean } = {},
): Promise<Buffer> {
  // 32 characters are 128 bits even as hexadecimal digits.
  if (secret !== undefined) return createHash('sha256').update(secret).digest()
  const file = join(dataFolder, KEY_FILE)
  const found = await readKey(file)
  if (found) return found
  if (!create)
    throw new StartError(
      `${file} is not there: set PORTAL_SECRET, or PORTAL_DATA to the data folder of the portal, so that secrets are sealed by its key.`,
    )
  await writeOnce(file, randomBytes(KEY_BYTES).toString('base64'))
  const key = await readKey(file)
  if (!key) throw new StartError(`The key could not be written to ${file}.`)
  return key
}

async function readKey(file: string): Promise<Buffer | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw new StartError(`The key in ${file} cannot be read (${errorCode(error)}).`, { cause: error })
  })
  if (text === null) return null
  const key = Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES) return key
  throw new StartError(
    `${file} is damaged: it must hold 32 bytes as base64. Restore it from a backup, since what it protects cannot be read without it.`,
  )
}
