import { createHash } from 'node:crypto'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { PortalError } from '../../../contract/portal-error.ts'
import type { Tx } from '../../db/database.ts'
import { brandingPicture, unitLogo } from '../../db/tables.generated.ts'
import { queryRows } from '../../db/query.ts'
import { defaultLogo } from './unit-logo.ts'

const LOGO_SIDE = 512
const PICTURE_SIDE = 1920
const PIXELS_MAX = 40_000_000
/** The same number is in the database. */
const BYTES_MAX = 1024 * 1024
/** Tried in this order until the picture is small enough. */
const QUALITIES = [80, 65, 50, 30] as const

export type PictureKind = 'logo' | 'picture'

export interface MadePicture {
  readonly mediaType: 'image/png' | 'image/webp'
  readonly content: Buffer
}

/**
 * Decodes and encodes a PNG, JPEG or WebP anew: upright, reduced and without its metadata. Throws 'branding.picture_format' for anything else and for damaged files,
 * and 'branding.picture_size' for too many pixels.
 */
export async function makePicture(bytes: Buffer, kind: PictureKind): Promise<MadePicture> {
  // SVG never reaches the decoder: it is a document.
  if (!isRaster(bytes)) throw new PortalError('branding.picture_format')
  // Loaded on first use, because loading takes a tenth of a second of the server's start.
  const { default: sharp } = await import('sharp')
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error', pages: 1 } as const
  const size = await sharp(bytes, { pages: 1, limitInputPixels: false })
    .metadata()
    .catch((error: unknown) => {
      throw new PortalError('branding.picture_format', { cause: error })
    })
  if (size.width * size.height > PIXELS_MAX) throw new PortalError('branding.picture_size')
  const side = kind === 'logo' ? LOGO_SIDE : PICTURE_SIDE
  try {
    const reduced = sharp(bytes, options)
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    if (kind === 'logo') {
      const content = await reduced.clone().png({ compressionLevel: 9 }).toBuffer()
      if (content.length <= BYTES_MAX) return { mediaType: 'image/png', content }
    }
    for (const quality of QUALITIES) {
      const content = await reduced.clone().webp({ quality }).toBuffer()
      if (content.length <= BYTES_MAX) return { mediaType: 'image/webp', content }
    }
  } catch (error) {
    throw new PortalError('branding.picture_format', { cause: error })
  }
  throw new PortalError('branding.picture_size')
}

function isRaster(bytes: Buffer): boolean {
  const begins = (hex: string) => bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'))
  return (
    begins('89504e470d0a1a0a') ||
    begins('ffd8ff') ||
    (begins('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP')
  )
}

/** Stores a picture and returns its identifier, the SHA-256 of its content. */
export async function keepPicture(
  tx: Tx,
  unitId: string,
  picture: { readonly mediaType: string; readonly content: Buffer },
): Promise<string> {
  const sha256 = createHash('sha256').update(picture.content).digest()
  await tx
    .insert(brandingPicture)
    .values({ unitId, sha256, ...picture })
    .onConflictDoUpdate({
      target: [brandingPicture.unitId, brandingPicture.sha256],
      // A picture that is chosen again counts as new.
      set: { savedAt: sql`now()` },
    })
  return sha256.toString('hex')
}

/** SQL: whether a picture is the one with this identifier. */
export const isPicture = (id: string) => eq(brandingPicture.sha256, Buffer.from(id, 'hex'))

const { mediaType, content } = brandingPicture

/** A picture that the unit stores; with `published` only one that visitors may see. */
export async function findPicture(tx: Tx, id: string, published = false) {
  const [found] = await tx
    .select({ mediaType, content })
    .from(brandingPicture)
    .where(and(isPicture(id), published ? isNotNull(brandingPicture.publishedAt) : undefined))
  return found
}

/** A picture of the unit; throws 'request.not_found'. `published`: only one that visitors may see. */
export async function readPicture(tx: Tx, id: string, published = false) {
  const found = await findPicture(tx, id, published)
  if (found) return found
  if (!published) {
    const [logo] = await tx.select().from(unitLogo)
    if (logo?.sha256.toString('hex') === id) return logo
    if (defaultLogo.sha256.toString('hex') === id) return defaultLogo
    const shared = await readAreaPicture(tx, id)
    if (shared) return shared
  }
  throw new PortalError('request.not_found')
}

const pictureRow = z.object({ mediaType: z.string(), content: z.instanceof(Buffer) })

/** A picture that the unit's education office shares. */
export async function readAreaPicture(tx: Tx, id: string) {
  const [found] = await queryRows(tx, pictureRow)`
    select media_type as "mediaType", content from portal_area_picture(${Buffer.from(id, 'hex')})`
  return found
}

/** Deletes pictures that no draft and no version has; new ones may be in a draft that is not saved yet. */
export async function dropUnusedPictures(tx: Tx): Promise<void> {
  await tx.execute(sql`
    delete from branding_picture p where p.unit_id = portal_unit_id() and p.saved_at < now() - interval '1 day'
      and not exists (
        select from (
          select branding as b from branding_version union all select draft from branding_state
          union all select own from branding_state union all select for_schools -> 'values' from branding_state
          union all select jsonb_build_object('picture', decoration_set->>'loginPicture') from unit where unit_id = portal_unit_id()
        ) used
        where encode(p.sha256, 'hex') in (b->>'logo', b->>'picture'))`)
}
