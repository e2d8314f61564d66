import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** Flags of the authenticator data (WebAuthn level 3, section 6.1). */
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const BACKUP_ELIGIBLE = 0x08
const BACKED_UP = 0x10
const HAS_CREDENTIAL = 0x40
const AAGUID_BYTES = 16

/** What a site asks, where it differs from an honest ceremony, and how the device answers. */
export interface Ceremony {
  readonly challenge: string
  readonly origin?: string
  readonly rpId?: string
  readonly verified?: boolean
}

/** A device with one ES256 passkey, in software: it signs whatever it is asked. */
export interface SoftwarePasskey {
  readonly id: string
  counter: number
  /** Answers `navigator.credentials.create`. */
  create(ceremony: Ceremony): Record<string, unknown>
  /** Answers `navigator.credentials.get`. */
  get(ceremony: Ceremony, userHandle?: string): Record<string, unknown>
}

/** A new device. `counts`: each signature carries a higher number, as a security key's do; passkeys of password managers always say 0. */
export function createSoftwarePasskey({ counts = false, synced = false } = {}): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rawId = randomBytes(32)
  const id = rawId.toString('base64url')

  const dataOf = ({ rpId = 'localhost', verified = true }: Ceremony, counter: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags =
      USER_PRESENT |
      (verified ? USER_VERIFIED : 0) |
      (synced ? BACKUP_ELIGIBLE | BACKED_UP : 0) |
      (more.length > 0 ? HAS_CREDENTIAL : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, more])
  }
  const wrap = (response: Record<string, unknown>) => ({
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  const passkey: SoftwarePasskey = {
    id,
    counter: 0,
    create(ceremony) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(rawId.length)
      const credential = Buffer.concat([Buffer.alloc(AAGUID_BYTES), length, rawId, encodeKey(publicKey)])
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(dataOf(ceremony, passkey.counter, credential))],
        ]),
      )
      return wrap({
        clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal', 'of-the-future'],
      })
    },
    get(ceremony, userHandle) {
      if (counts) passkey.counter += 1
      const authenticatorData = dataOf(ceremony, passkey.counter)
      const client = clientData('webauthn.get', ceremony)
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()])
      return wrap({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      })
    },
  }
  return passkey
}

function clientData(type: string, { challenge, origin = 'http://localhost' }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** As COSE has it (RFC 9053): key type EC2, ES256, curve P-256, and the point. */
function encodeKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, point(x)],
    [-3, point(y)],
  ])
  return Buffer.from(isoCBOR.encode(key))
}
