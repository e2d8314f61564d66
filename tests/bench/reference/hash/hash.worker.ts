import { expose } from 'comlink'
import { hashFile } from '../../../../src/workers/hash/hash-chunks.ts'

expose((file: File) => hashFile(new AbortController().signal, file))
