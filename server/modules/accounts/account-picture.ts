import { createHash } from 'node:crypto'
import { eq, sql, type SQL } from 'drizzle-orm'
import { imageDimensionsFromData } from 'image-dimensions'
import * as z from 'zod/mini'
import type { StoredFile } from '../../../contract/endpoints/storage/storage.ts'
import { ACCOUNT_PICTURE_MAX, IMAGE_MAX_SIDE } from '../../../contract/limits.ts'
import { PortalError } from '../../../contract/portal-error.ts'
import type { StreamCall } from '../../http/call.ts'
import type { Tx } from '../../db/database.ts'
import { asId, queryValues } from '../../db/query.ts'
import { accountPicture } from '../../db/tables.generated.ts'
import type { ByteStore, StorageDeps } from '../../blobs/byte-store.ts'
import type { KeptBytes } from '../files/stored-file.ts'
import { recordObjects } from '../files/filing.ts'
import { ownerOf, type Owner } from '../files/entries.ts'
import { announce } from '../live/live.ts'
import { removeObjects, writeObjects, forgetUnshown } from '../files/object-leases.ts'
import { checkFileName } from '../files/whole-file.ts'

const MEDIA_TYPES = { jpeg: 'image/jpeg', png: 'image/png' } as const

/** Replaces the caller's own picture. Throws 'picture.type' unless it is a JPEG or PNG, and 'account.picture_size' when it is too large. */
export async function keepAccountPicture(
  { bytes }: StorageDeps,
  picture: Buffer,
  name: string,
  call: StreamCall,
): Promise<StoredFile> {
  const mediaType = checkPicture(picture)
  checkFileName(name)
  const owner = ownerOf(call)
  const kept: KeptBytes = { sha256: hexOf('sha256', picture), md5: hexOf('md5', picture), size: picture.length }
  const { sha256, md5, size } = kept
  const { before, savedAt } = await writeObjects(call, [sha256], {
    write: () => bytes.keepBytes({ unitId: owner.unitId, sha256 }, picture),
    async record(tx) {
      await recordObjects(tx, owner, [kept])
      return replacePicture(tx, owner, { sha256, mediaType })
    },
  })
  if (before !== undefined) await freeBytes(bytes, before, call)
  return { id: sha256, name, size, md5, type: mediaType, folderId: null, createdAt: savedAt.toISOString() }
}

/** Deletes the caller's own picture for good, if there is one. */
export async function removeAccountPicture({ bytes }: StorageDeps, call: StreamCall): Promise<void> {
  const owner = ownerOf(call)
  const [removed] = await call.inUnit(async (tx) => {
    const rows = await tx.delete(accountPicture).where(eq(accountPicture.userId, owner.userId)).returning()
    if (rows.length > 0) await announcePicture(tx, owner)
    return rows
  })
  if (removed) await freeBytes(bytes, removed.sha256, call)
}

/** The caller's own picture; undefined without one. */
export const findAccountPicture = (bytes: ByteStore, call: StreamCall) =>
  findPicture(bytes, call, sql`${call.session.userId}`)

/** The picture of the account of a child of the caller; undefined without one, and for any other pupil. */
export function findChildPicture(bytes: ByteStore, call: StreamCall, studentId: string) {
  const account = sql`(
    select s.user_id from guardian g join student s using (student_id)
    where g.parent_id = ${call.session.userId} and g.student_id = ${asId(studentId)})`
  return findPicture(bytes, call, account)
}

async function findPicture(bytes: ByteStore, call: StreamCall, userId: SQL) {
  const isTheirs = eq(accountPicture.userId, userId)
  const [found] = await call.inUnit((tx) => tx.select().from(accountPicture).where(isTheirs))
  if (!found) return undefined
  const { unitId, mediaType, sha256 } = found
  return { mediaType, etag: `"${sha256}"`, open: () => bytes.openObject({ unitId, sha256 }) }
}

function checkPicture(picture: Buffer): 'image/jpeg' | 'image/png' {
  const image = imageDimensionsFromData(picture)
  if (image?.type !== 'jpeg' && image?.type !== 'png') throw new PortalError('picture.type')
  if (Math.max(image.width, image.height) > IMAGE_MAX_SIDE || picture.length > ACCOUNT_PICTURE_MAX) {
    throw new PortalError('account.picture_size')
  }
  return MEDIA_TYPES[image.type]
}

async function replacePicture(
  tx: Tx,
  { unitId, userId }: Owner,
  picture: Pick<typeof accountPicture.$inferInsert, 'sha256' | 'mediaType'>,
): Promise<{ before: string | undefined; savedAt: Date }> {
  const [before] = await queryValues(tx, z.string())`
    select sha256 from account_picture where user_id = ${userId} for update`
  const savedAt = new Date()
  await tx
    .insert(accountPicture)
    .values({ unitId, userId, ...picture, savedAt })
    .onConflictDoUpdate({ target: accountPicture.userId, set: { ...picture, savedAt } })
  await announcePicture(tx, { unitId, userId })
  return { before, savedAt }
}

function announcePicture(tx: Tx, { unitId, userId }: Owner): Promise<void> {
  return announce(tx, { unitId, to: [userId], kind: 'person' })
}

/** Frees a removed picture's bytes unless they are used elsewhere. The cleanup job retries failures. */
async function freeBytes(bytes: ByteStore, sha256: string, call: StreamCall): Promise<void> {
  const name = { unitId: call.session.unitId, sha256 }
  try {
    await removeObjects((work) => call.inUnit(work), bytes, [name], forgetUnshown)
  } catch (error) {
    call.request.log.warn({ err: error }, 'the bytes of a removed picture were not freed')
  }
}

function hexOf(algorithm: 'md5' | 'sha256', bytes: Buffer): string {
  return createHash(algorithm).update(bytes).digest('hex')
}
