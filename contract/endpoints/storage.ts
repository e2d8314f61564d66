import * as z from 'zod/mini'
import { id, md5, moment, nothing, success, text, wholeNumber } from '../fields.ts'
import { CHUNK_SIZE, FILE_NAME_LENGTH, FILE_SIZE_MAX, BATCH_BYTES, BATCH_FILE_BYTES, BATCH_FILES } from '../limits.ts'
import { endpoint } from '../endpoint.ts'

const MAX_CHUNKS = Math.ceil(FILE_SIZE_MAX / CHUNK_SIZE)
/** Multipart framing and fields around the bytes of one chunk. */
const MULTIPART_RESERVE = 64 * 1024
const BASE64_LIMIT = 12 * 1024 * 1024
/** The list of files that travel together, as text: names may be long, and have three bytes a character. */
export const BATCH_LIST_MAX = 256 * 1024

/** Longer than the limit so that the server can answer an over-long name with its own code instead of a general one. */
const name = z.string().check(z.maxLength(FILE_NAME_LENGTH * 4))
const serverid = text(64, 1)
const uid = z.optional(text(128))
/** Where the finished file goes in the Files application; the caller's top folder when absent. */
const folderId = z.optional(id)

/** A file as the portal keeps it. */
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

/**
 * Does the caller already have a file with these bytes? Then it is also filed under the new name, and nothing needs to be sent. A client that says the
 * size is told here already when there is no room for it.
 */
export const secondUploadCheck = endpoint({
  name: 'storage.secondUploadCheck',
  method: 'POST',
  path: '/api/storage/file_piecewise/second_upload_check',
  encoding: 'form',
  access: 'session',
  request: z.object({ serverid, md5, name, folderId, size: z.optional(wholeNumber(0, FILE_SIZE_MAX)) }),
  response: z.nullable(storedFile),
})

/** A whole file of at most one chunk. `together` says that small ones may come in one call. */
export const upload = endpoint({
  name: 'storage.upload',
  method: 'POST',
  path: '/zuul/api/storage/upload',
  encoding: 'multipart',
  access: 'session',
  bodyLimit: CHUNK_SIZE + MULTIPART_RESERVE,
  request: z.object({ serverid, uid, md5, name: z.optional(name), folderId }),
  response: z.extend(storedFile, { together: z.optional(z.boolean()) }),
})

/** Where each of the files that travel together begins, ends and goes, in the order of their bytes. */
const batchList = z.array(z.object({ name, md5, size: wholeNumber(0, BATCH_FILE_BYTES), folderId }))
const batchText = z.pipe(
  z.string().check(z.maxLength(BATCH_LIST_MAX)),
  z.pipe(z.transform(parseList), batchList.check(z.minLength(1), z.maxLength(BATCH_FILES))),
)

/** What is no JSON is no list either. */
function parseList(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** What became of one of the files that travelled together: it is stored, or it was refused as it would have been alone. */
export const batchResult = z.union([
  z.object({ file: storedFile }),
  z.object({
    failure: z.object({
      status: z.number(),
      code: z.string(),
      message: z.string(),
      /** Seconds after which trying again makes sense. */
      retryAfter: z.optional(z.number()),
    }),
  }),
])
export type BatchResult = z.infer<typeof batchResult>

/** Several small whole files: their bytes one after the other in `file`, and each answered for itself in the order of `files`. */
export const uploadBatch = endpoint({
  name: 'storage.uploadTogether',
  method: 'POST',
  path: '/zuul/api/storage/upload/together',
  encoding: 'multipart',
  access: 'session',
  own: true,
  bodyLimit: BATCH_BYTES + BATCH_LIST_MAX + MULTIPART_RESERVE,
  request: z.object({ serverid, files: batchText }),
  response: z.object({ files: z.array(batchResult) }),
})

const chunkNumbers = {
  chunks: wholeNumber(1, MAX_CHUNKS),
  /** 1-based. */
  chunk: wholeNumber(1, MAX_CHUNKS),
}

/**
 * `data.data` is truthy when the chunk is there already. `present` lists every chunk that is, so that one question answers for all. While the file's MD5
 * is not known, its uid may stand in its place, here and with chunks; once both are given, what came under the uid goes on under the MD5. `ahead` says
 * whether that is worth doing: not when the caller has, or has begun elsewhere, a file of this very size, which is likely the same.
 */
export const blockUploadCheck = endpoint({
  name: 'storage.blockUploadCheck',
  method: 'POST',
  path: '/api/storage/file_piecewise/block_upload_check',
  encoding: 'form',
  access: 'session',
  request: z.object({ md5, size: wholeNumber(0, FILE_SIZE_MAX), name, uid, ...chunkNumbers }),
  response: z.object({
    data: z.boolean(),
    present: z.array(z.number()),
    /** Chunks that come under the `uid` in the MD5's place belong to this upload: they may come before the MD5 is known, and may still be on their way when it is. */
    ahead: z.boolean(),
  }),
})

export const uploadChunk = endpoint({
  name: 'storage.uploadChunk',
  method: 'POST',
  path: '/zuul/api/storage/file_piecewise/upload',
  encoding: 'multipart',
  access: 'session',
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
    /** Bytes in this chunk. */
    size: wholeNumber(0, CHUNK_SIZE),
    /** MD5 of this chunk; what arrives is checked against it before it is acknowledged. */
    chunkMd5: z.optional(md5),
    /** MD5 of the file up to and with this chunk: one that arrives in order is then checked by the file's own digest, in one pass instead of two. */
    prefixMd5: z.optional(md5),
  }),
  response: z.object({ chunk: z.number() }),
})

export const mergeFile = endpoint({
  name: 'storage.mergeFile',
  method: 'POST',
  path: '/api/storage/file_piecewise/merge_file',
  encoding: 'form',
  access: 'session',
  request: z.object({
    md5,
    name,
    size: wholeNumber(0, FILE_SIZE_MAX),
    chunks: wholeNumber(1, MAX_CHUNKS),
    serverid: z.optional(serverid),
    folderId,
  }),
  response: storedFile,
})

/** Gives an upload up: its chunks are deleted, and the room that it takes is free again. Without it that happens some days after the last chunk. */
export const cancelUpload = endpoint({
  name: 'storage.cancelUpload',
  method: 'POST',
  path: '/api/storage/file_piecewise/cancel',
  encoding: 'form',
  access: 'session',
  own: true,
  request: z.object({ md5, size: wholeNumber(0, FILE_SIZE_MAX), chunks: wholeNumber(1, MAX_CHUNKS) }),
  response: success,
})

export const base64Image = endpoint({
  name: 'storage.base64Image',
  method: 'POST',
  path: '/api/storage/upload/base64_convert_image',
  encoding: 'form',
  access: 'session',
  bodyLimit: BASE64_LIMIT,
  request: z.object({
    serverid,
    /** Without the extension. */
    fileName: name,
    base64Str: z.string().check(z.maxLength(BASE64_LIMIT)),
    /** The extension. */
    type: text(8, 1),
    /** The picture becomes the caller's own in place of the one before, and no file among theirs; the answer's id is then its SHA-256. */
    purpose: z.optional(z.literal('account')),
  }),
  response: storedFile,
})

/** Bytes that the caller uses, those in the bin and those announced by uploads among them, and may use (null: no limit). The unit's are null for all but administrators. */
export const storageUsage = endpoint({
  name: 'storage.room',
  method: 'GET',
  path: '/api/storage/room',
  encoding: 'query',
  access: 'session',
  own: true,
  request: nothing,
  response: z.object({
    used: z.number(),
    quota: z.nullable(z.number()),
    unitUsed: z.nullable(z.number()),
    unitQuota: z.nullable(z.number()),
  }),
})
