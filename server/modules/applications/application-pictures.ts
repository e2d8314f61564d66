import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { imageDimensionsFromData } from 'image-dimensions'
import sharp from 'sharp'
import { APPLICATION_PICTURE_MAX, APPLICATION_PICTURE_PIXELS } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { applicationPicture } from '../../db/tables.generated.ts'
import { APPLICATION_PICTURES } from '../units/offered-applications.ts'
import { composePicture } from './compose-picture.ts'

/** Pixels: three for each of a desktop's icon. */
const SIDE = 192
const TYPES = ['png', 'jpeg', 'webp']

/** The file of the call's form. Throws 'storage.file_missing' and 'application.picture_size'. */
export async function receivePicture({ request }: StreamCall): Promise<Buffer> {
  if (!request.isMultipart()) throw new PortalError('storage.file_missing')
  try {
    const limits = { fileSize: APPLICATION_PICTURE_MAX, files: 1, fields: 1, fieldSize: 1024 }
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw new PortalError('application.picture_size')
      return bytes
    }
  } catch (error) {
    if (error instanceof PortalError) throw error
    const isLarge = error instanceof Error && 'statusCode' in error && error.statusCode === 413
    throw new PortalError(isLarge ? 'application.picture_size' : 'request.invalid', { cause: error })
  }
  throw new PortalError('storage.file_missing')
}

/** An SVG for desktops, from a PNG, JPEG or WebP by its content. Throws 'picture.type', 'application.picture_size' and 'picture.unreadable'. */
export async function makePicture(bytes: Buffer): Promise<Buffer> {
  const found = imageDimensionsFromData(bytes)
  if (!found || !TYPES.includes(found.type)) throw new PortalError('picture.type')
  if (found.width * found.height > APPLICATION_PICTURE_PIXELS) throw new PortalError('application.picture_size')
  try {
    const small = sharp(bytes, { limitInputPixels: APPLICATION_PICTURE_PIXELS })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'contain', background: '#ffffff00' })
    const { dominant } = await sharp(await small.clone().flatten({ background: '#fff' }).png().toBuffer()).stats()
    return Buffer.from(composePicture(await small.webp({ quality: 86 }).toBuffer(), dominant))
  } catch (error) {
    throw new PortalError('picture.unreadable', { cause: error })
  }
}

/** Returns the address. */
export async function keepPicture(tx: Tx, unitId: string, content: Buffer): Promise<string> {
  const pictureId = createHash('sha256').update(content).digest('hex')
  await tx
    .insert(applicationPicture)
    .values({ unitId, pictureId, content })
    // The clean-up counts its days anew.
    .onConflictDoUpdate({
      target: [applicationPicture.unitId, applicationPicture.pictureId],
      set: { addedAt: sql`now()` },
    })
  return `${APPLICATION_PICTURES}${pictureId}`
}

export async function readPicture(tx: Tx, pictureId: string): Promise<Buffer> {
  const [found] = await tx.select().from(applicationPicture).where(eq(applicationPicture.pictureId, pictureId))
  if (!found) throw new PortalError('request.not_found')
  return found.content
}

export async function hasPicture(tx: Tx, address: string): Promise<boolean> {
  const pictureId = address.slice(APPLICATION_PICTURES.length)
  return (await tx.$count(applicationPicture, eq(applicationPicture.pictureId, pictureId))) > 0
}
