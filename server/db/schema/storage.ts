import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment, newId, unitId, userId } from './columns.ts'

const ownerId = () => uuid('owner_id').notNull()
const bytes = () => bigint('size', { mode: 'number' }).notNull()

/** Bytes that a unit has, once for any number of files. */
export const storageObject = pgTable('storage_object', {
  unitId: unitId(),
  sha256: text('sha256').notNull(),
  md5: text('md5').notNull(),
  size: bytes(),
  createdAt: moment('created_at').notNull().defaultNow(),
  confirmedAt: moment('confirmed_at').notNull().defaultNow(),
})

/** Bytes that are being written to the store, or removed from it. */
export const storageLease = pgTable('storage_lease', {
  leaseId: uuid('lease_id').notNull().default(newId),
  unitId: unitId(),
  sha256: text('sha256').notNull(),
  removes: boolean('removes').notNull(),
  expiresAt: moment('expires_at').notNull(),
})

/** Without `parentId` it is at the top. */
export const storageFolder = pgTable('storage_folder', {
  folderId: uuid('folder_id').primaryKey().default(newId),
  unitId: unitId(),
  ownerId: ownerId(),
  parentId: uuid('parent_id'),
  name: text('name').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  deletedAt: moment('deleted_at'),
  removedWith: uuid('removed_with'),
})

/** A person's file: a name for an object. */
export const storageFile = pgTable('storage_file', {
  fileId: uuid('file_id').primaryKey().default(newId),
  unitId: unitId(),
  ownerId: ownerId(),
  folderId: uuid('folder_id'),
  name: text('name').notNull(),
  askedName: text('asked_name').notNull(),
  sha256: text('sha256').notNull(),
  /** As its object has it. */
  size: bytes(),
  createdAt: moment('created_at').notNull().defaultNow(),
  deletedAt: moment('deleted_at'),
  removedWith: uuid('removed_with'),
  /** The number of its content, and who wrote it; null: the owner. */
  version: integer('version').notNull().default(1),
  writtenBy: uuid('written_by'),
})

/** What a file contained before. */
export const storageFileVersion = pgTable('storage_file_version', {
  versionId: uuid('version_id').primaryKey().default(newId),
  unitId: unitId(),
  ownerId: ownerId(),
  fileId: uuid('file_id').notNull(),
  number: integer('number').notNull(),
  sha256: text('sha256').notNull(),
  size: bytes(),
  userId: uuid('user_id'),
  createdAt: moment('created_at').notNull(),
  replacedAt: moment('replaced_at').notNull().defaultNow(),
})

export const storageUpload = pgTable('storage_upload', {
  uploadId: uuid('upload_id').primaryKey().default(newId),
  unitId: unitId(),
  ownerId: ownerId(),
  md5: text('md5').notNull(),
  /** The value in place of the MD5 until that was known. */
  begunAs: text('begun_as'),
  size: bytes(),
  chunks: integer('chunks').notNull(),
  chunkSize: integer('chunk_size').notNull(),
  touchedAt: moment('touched_at').notNull().defaultNow(),
})

/** A chunk that was checked and stored. */
export const storageUploadChunk = pgTable('storage_upload_chunk', {
  uploadId: uuid('upload_id').notNull(),
  chunk: integer('chunk').notNull(),
  unitId: unitId(),
})

/** An object that no list of files shows. */
export const accountPicture = pgTable('account_picture', {
  userId: userId().primaryKey(),
  unitId: unitId(),
  sha256: text('sha256').notNull(),
  mediaType: text('media_type', { enum: ['image/jpeg', 'image/png'] }).notNull(),
  savedAt: moment('saved_at').notNull().defaultNow(),
})

/** A file that a message shows to its receivers. */
export const publicationFile = pgTable('publication_file', {
  attachmentId: uuid('attachment_id').primaryKey().default(newId),
  unitId: unitId(),
  publicationId: uuid('publication_id').notNull(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  sha256: text('sha256').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** A file that a pupil handed in. */
export const handInFile = pgTable('hand_in_file', {
  handInFileId: uuid('hand_in_file_id').primaryKey().default(newId),
  unitId: unitId(),
  handInId: uuid('hand_in_id').notNull(),
  studentId: uuid('student_id').notNull(),
  userId: uuid('user_id'),
  name: text('name').notNull(),
  sha256: text('sha256').notNull(),
  size: bytes(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** An export of a unit whose bytes are in the store. */
export const unitExport = pgTable('unit_export', {
  exportId: uuid('export_id').primaryKey().default(newId),
  unitId: unitId(),
  sha256: text('sha256'),
})
