import * as z from 'zod/mini'
import { storedFile, batchResult, type StoredFile, type BatchResult } from '../../../../contract/endpoints/storage.ts'
import { ownFailure } from './call-failure.ts'

/**
 * Our server describes the file that it stored; another one may answer anything that is true. Throws 'storage.file_mismatch' when it
 * describes other bytes than those that were sent.
 */
export function readStoredFile(data: unknown, expected: { md5: string; size: number }): StoredFile | null {
  const file = storedFile.safeParse(data)
  if (!file.success) return null
  if (file.data.md5 !== expected.md5 || file.data.size !== expected.size) throw ownFailure('storage.file_mismatch')
  return file.data
}

const offer = z.object({ together: z.literal(true) })

/** Whether a server that has stored a file takes small ones together. */
export function offersCompany(data: unknown): boolean {
  return offer.safeParse(data).success
}

const together = z.object({ files: z.array(batchResult) })

/** What became of each of so many files that travelled together. Throws 'network.answer'. */
export function readTogether(data: unknown, count: number): readonly BatchResult[] {
  const answer = together.safeParse(data)
  if (!answer.success || answer.data.files.length !== count) throw ownFailure('network.answer')
  return answer.data.files
}

const chunkCheck = z.object({
  data: z.optional(z.unknown()),
  present: z.optional(z.array(z.number())),
  ahead: z.optional(z.boolean()),
})

/** What a server says of an upload when it is asked for a chunk. */
export interface ChunkCheck {
  readonly isThere: boolean
  /** All chunks that are there, where the server tells. */
  readonly present: readonly number[] | undefined
  /** Whether chunks may come before the file's MD5 is known. */
  readonly ahead: boolean
}

/** Throws 'network.answer'. */
export function readChunkCheck(data: unknown): ChunkCheck {
  const answer = chunkCheck.safeParse(data ?? {})
  if (!answer.success) throw ownFailure('network.answer')
  return { isThere: Boolean(answer.data.data), present: answer.data.present, ahead: answer.data.ahead === true }
}

const chunkAnswer = z.object({ chunk: z.number() })

/** Throws 'storage.chunk_mismatch' when the server confirms another chunk than the one that was sent. */
export function checkChunkAnswer(data: unknown, chunk: number): void {
  const answer = chunkAnswer.safeParse(data)
  if (answer.success && answer.data.chunk !== chunk) throw ownFailure('storage.chunk_mismatch')
}

const madeFolder = z.object({ id: z.string() })

/** The id of a folder. Throws 'network.answer'. */
export function readMadeFolder(data: unknown): string {
  const answer = madeFolder.safeParse(data)
  if (!answer.success) throw ownFailure('network.answer')
  return answer.data.id
}
