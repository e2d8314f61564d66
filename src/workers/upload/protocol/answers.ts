import * as z from 'zod/mini'
import { ownFailure } from './upload-failures.ts'
import {
  storedFile,
  uploadBatch,
  uploadChunk,
  type StoredFile,
  type BatchResult,
} from '../../../../contract/endpoints/storage/storage.ts'

/** Null from a foreign server, which may answer anything truthy. Throws 'storage.file_mismatch' when other bytes were stored than were sent. */
export function readStoredFile(data: unknown, expected: { md5: string; size: number }): StoredFile | null {
  const file = storedFile.safeParse(data)
  if (!file.success) return null
  if (file.data.md5 !== expected.md5 || file.data.size !== expected.size) throw ownFailure('storage.file_mismatch')
  return file.data
}

const offer = z.object({ together: z.literal(true) })

export function offersBatches(data: unknown): boolean {
  return offer.safeParse(data).success
}

/** Throws 'network.answer'. */
function parseAnswer<Schema extends z.ZodMiniType>(schema: Schema, data: unknown): z.infer<Schema> {
  const answer = z.safeParse(schema, data)
  if (!answer.success) throw ownFailure('network.answer')
  return answer.data
}

/** The results of the `count` files of a batch, in order. Throws 'network.answer'. */
export function readBatchResults(data: unknown, count: number): readonly BatchResult[] {
  const { files } = parseAnswer(uploadBatch.response, data)
  if (files.length !== count) throw ownFailure('network.answer')
  return files
}

const chunkCheck = z.object({
  data: z.optional(z.unknown()),
  present: z.optional(z.array(z.number())),
  ahead: z.optional(z.boolean()),
})

export interface ChunkCheck {
  readonly isThere: boolean
  /** All chunks that are stored, if the server lists them. */
  readonly present: readonly number[] | undefined
  /** Whether chunks may be sent before the file's MD5 is known. */
  readonly ahead: boolean
}

/** Throws 'network.answer'. */
export function readChunkCheck(data: unknown): ChunkCheck {
  const answer = parseAnswer(chunkCheck, data ?? {})
  return { isThere: Boolean(answer.data), present: answer.present, ahead: answer.ahead === true }
}

/** Throws 'storage.chunk_mismatch' when the server confirms another chunk than the one that was sent. */
export function checkChunkAnswer(data: unknown, chunk: number): void {
  const answer = uploadChunk.response.safeParse(data)
  if (answer.success && answer.data.chunk !== chunk) throw ownFailure('storage.chunk_mismatch')
}

const madeFolder = z.object({ id: z.string() })

/** Throws 'network.answer'. */
export function readFolderId(data: unknown): string {
  return parseAnswer(madeFolder, data).id
}
