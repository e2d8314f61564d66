import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { makePicture } from '../modules/branding/pictures.ts'
import type { NewUnit } from '../modules/units/create-unit.ts'
import { errorCode, StartError } from '../runtime/errors.ts'

const FORMATS = ['svg', 'png', 'jpeg', 'webp']
/** The same number is in the database. */
const LOGO_BYTES = 1024 * 1024
const BADGE_SIDE = 40
/** The picture is in the document of the login page. */
const BADGE_BYTES = 6000

/** Reads a logo: a drawing as it is, a photo or picture made anew. Throws StartError that names the key. */
export async function readLogo(key: string, path: string): Promise<NonNullable<NewUnit['logo']>> {
  const { bytes, format } = await open(key, path)
  if (format !== 'svg')
    return makePicture(bytes, 'logo').catch((error: unknown) => {
      throw new StartError(`${key}: The picture ${path} is damaged or has too many pixels.`, { cause: error })
    })
  if (bytes.length > LOGO_BYTES) throw new StartError(`${key}: The picture ${path} is too large; at most 1 MB.`)
  return { mediaType: 'image/svg+xml', content: bytes }
}

/** Reads a badge of a filing as a small PNG in a data address. Throws StartError that names the key. */
export async function readBadge(key: string, path: string): Promise<string> {
  const { bytes } = await open(key, path)
  const content = await sharp(bytes)
    .resize(BADGE_SIDE, BADGE_SIDE, { fit: 'contain', background: '#0000' })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
  if (content.length > BADGE_BYTES)
    throw new StartError(`${key}: The picture ${path} has too many details for a badge.`)
  return `data:image/png;base64,${content.toString('base64')}`
}

async function open(key: string, path: string): Promise<{ bytes: Buffer; format: string }> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new StartError(`${key}: The file ${path} cannot be read (${errorCode(error)}).`, { cause: error })
  })
  const { format } = await sharp(bytes)
    .metadata()
    .catch(() => ({ format: '' }))
  if (FORMATS.includes(format)) return { bytes, format }
  throw new StartError(`${key}: The file ${path} is no picture in PNG, JPEG, WebP or SVG.`)
}
