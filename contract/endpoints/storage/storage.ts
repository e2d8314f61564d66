import * as z from 'zod/mini'
import { id, md5, moment, text, wholeNumber } from '../../fields.ts'
import {
  CHUNK_SIZE,
  FILE_NAME_LENGTH,
  FILE_SIZE_MAX,
  BATCH_BYTES,
  BATCH_FILE_BYTES,
  BATCH_FILES,
} from '../../limits.ts'
import { get, postFile, postForm } from '../../endpoint.ts'

const MAX_CHUNKS = Math.ceil(FILE_SIZE_MAX / CHUNK_SIZE)
/** Multipart framing and fields around the bytes of one chunk. */
const MULTIPART_RESERVE = 64 * 1024
const BASE64_LIMIT = 12 * 1024 * 1024
/** Bytes of the batch's list of files as text: names may be long, and have three bytes a character. */
export const BATCH_LIST_MAX = 256 * 1024

/** Longer than the limit so that the server can answer an over-long name with its own code. */
const name = z.string().check(z.maxLength(FILE_NAME_LENGTH * 4))
const serverid = text(64, 1)
const uid = z.optional(text(128))
/** The folder for the finished file; the caller's top folder by default. */
const folderId = z.optional(id)

/**
 * What the finished file does to one that is there: 'name' gives the file of the same name in the folder this content, and an id that file, which keeps its name. Without
 * it the finished file gets a number where its name is taken. What was there stays as a version.
 */
const replaces = z.optional(id)

/** A stored file. */
export const storedFile = z.object({
  id,
  name: z.string(),
  size: z.number(),
  md5: z.string(),
  type: z.string(),
  folderId: z.nullable(id),
  createdAt: moment,
})
export type StoredFile = z.infer<typeof storedFile>

const uploads = { permission: 'files_upload', licence: 'storage' } as const

/**
 * Whether the caller already has a file with these bytes. If so, it is also filed under the new name, and nothing is sent. With `size`, an exceeded
 * quota is reported here already.
 */
export const secondUploadCheck = postForm({
  ...uploads,
  name: 'storage.secondUploadCheck',
  path: '/api/storage/file_piecewise/second_upload_check',
  request: z.object({ serverid, md5, name, folderId, replaces, size: z.optional(wholeNumber(0, FILE_SIZE_MAX)) }),
  response: z.nullable(storedFile),
})

/** A whole file of at most one chunk. `together` says that small ones may come in a batch. */
export const upload = postFile({
  ...uploads,
  name: 'storage.upload',
  path: '/zuul/api/storage/upload',
  bodyLimit: CHUNK_SIZE + MULTIPART_RESERVE,
  request: z.object({ serverid, uid, md5, name: z.optional(name), folderId, replaces }),
  response: z.extend(storedFile, { together: z.optional(z.boolean()) }),
})

/** The files of a batch, in the order of their bytes. */
const batchList = z.array(z.object({ name, md5, size: wholeNumber(0, BATCH_FILE_BYTES), folderId, replaces }))
const batchText = z.pipe(
  z.string().check(z.maxLength(BATCH_LIST_MAX)),
  z.pipe(z.transform(parseList), batchList.check(z.minLength(1), z.maxLength(BATCH_FILES))),
)

/** Invalid JSON is an invalid list. */
function parseList(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** The result for one file of a batch: stored, or refused by the same rules as a single upload. */
export const batchResult = z.union([
  z.object({ file: storedFile }),
  z.object({
    failure: z.object({
      status: z.number(),
      code: z.string(),
      message: z.string(),
      /** Seconds until a retry makes sense. */
      retryAfter: z.optional(z.number()),
    }),
  }),
])
export type BatchResult = z.infer<typeof batchResult>

/** Several small whole files: their bytes one after the other in `file`, with a result for each in the order of `files`. */
export const uploadBatch = postFile({
  ...uploads,
  name: 'storage.uploadTogether',
  path: '/zuul/api/storage/upload/together',
  bodyLimit: BATCH_BYTES + BATCH_LIST_MAX + MULTIPART_RESERVE,
  request: z.object({ serverid, files: batchText }),
  response: z.object({ files: z.array(batchResult) }),
})

const chunkNumbers = {
  chunks: wholeNumber(1, MAX_CHUNKS),
  chunk: wholeNumber(1, MAX_CHUNKS),
}

/**
 * `data.data` is truthy when the chunk is stored already. `present` lists all stored chunks, so that one call is enough. While the file's MD5 is
 * unknown, its uid may replace it, here and with chunks; once both are given, chunks under the uid belong to the MD5. `ahead` says whether that is
 * useful: not when the caller has, or is uploading elsewhere, a file of this size, which is likely the same.
 */
export const blockUploadCheck = postForm({
  ...uploads,
  name: 'storage.blockUploadCheck',
  path: '/api/storage/file_piecewise/block_upload_check',
  request: z.object({ md5, size: wholeNumber(0, FILE_SIZE_MAX), name, uid, ...chunkNumbers }),
  response: z.object({
    data: z.boolean(),
    present: z.array(z.number()),
    /** Chunks under the `uid` belong to this upload: they may come before the MD5 is known, and may still arrive later. */
    ahead: z.boolean(),
  }),
})

export const uploadChunk = postFile({
  ...uploads,
  name: 'storage.uploadChunk',
  path: '/zuul/api/storage/file_piecewise/upload',
  bodyLimit: CHUNK_SIZE + MULTIPART_RESERVE,
  request: z.object({
    chunked: z.optional(text(8)),
    ...chunkNumbers,
    eachSize: wholeNumber(1, CHUNK_SIZE),
    md5,
    fileName: z.optional(name),
    name,
    fullSize: wholeNumber(0, FILE_SIZE_MAX),
    uid,
    size: wholeNumber(0, CHUNK_SIZE),
    /** MD5 of this chunk, checked before it is acknowledged. */
    chunkMd5: z.optional(md5),
  }),
  response: z.object({ chunk: z.number() }),
})

export const mergeFile = postForm({
  ...uploads,
  name: 'storage.mergeFile',
  path: '/api/storage/file_piecewise/merge_file',
  request: z.object({
    md5,
    name,
    size: wholeNumber(0, FILE_SIZE_MAX),
    chunks: wholeNumber(1, MAX_CHUNKS),
    serverid: z.optional(serverid),
    folderId,
    replaces,
  }),
  response: storedFile,
})

/** Cancels an upload: deletes its chunks and releases its quota. Otherwise that happens some days after the last chunk. */
export const cancelUpload = postForm({
  name: 'storage.cancelUpload',
  path: '/api/storage/file_piecewise/cancel',
  permission: null,
  request: z.object({ md5, size: wholeNumber(0, FILE_SIZE_MAX), chunks: wholeNumber(1, MAX_CHUNKS) }),
})

export const base64Image = postForm({
  name: 'storage.base64Image',
  path: '/api/storage/upload/base64_convert_image',
  permission: null,
  bodyLimit: BASE64_LIMIT,
  request: z.object({
    serverid,
    fileName: name,
    base64Str: z.string().check(z.maxLength(BASE64_LIMIT)),
    type: text(8, 1),
    /** The picture replaces the caller's own instead of becoming a file; the returned id is its SHA-256. */
    purpose: z.optional(z.literal('account')),
  }),
  response: storedFile,
})

/** Bytes that the caller uses, with the bin and unfinished uploads, and the quota (null: none). The unit's are null for all but administrators. */
export const storageUsage = get({
  name: 'storage.room',
  path: '/api/storage/room',
  permission: 'files',
  response: z.object({
    used: z.number(),
    /** The part of `used` that is in the bin, with its versions. */
    bin: z.number(),
    quota: z.nullable(z.number()),
    unitUsed: z.nullable(z.number()),
    unitQuota: z.nullable(z.number()),
  }),
})
