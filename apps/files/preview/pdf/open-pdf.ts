import {
  getDocument,
  InvalidPDFException,
  PDFDataRangeTransport,
  PDFWorker,
  VerbosityLevel,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { PDF_DATA } from '../../../../contract/pdf-data.ts'
import { type FileStart, PIECE, readRange, readStart } from './read-ranges.ts'

/** Why a PDF is not shown. 'unread': it did not come, or not in one version. */
export type PdfProblem = 'password' | 'damaged' | 'unread'

export interface OpenPdf {
  readonly document: PDFDocumentProxy
  /** Of the first page, in points. */
  readonly firstSize: { readonly width: number; readonly height: number }
}

/**
 * Opens a PDF in a worker of its own, until the signal ends it. It reads what pages need, as they need it. `onLost` is called when a later part cannot be
 * read. Throws what `problemOf` names.
 */
export async function openPdf(source: string, signal: AbortSignal, onLost: () => void): Promise<OpenPdf> {
  const start = await readStart(source, signal)
  if (start.total === 0) throw new InvalidPDFException('an empty file')
  signal.throwIfAborted()
  const thread = new Worker(new URL('pdf.worker.ts', import.meta.url), { type: 'module', name: 'pdf' })
  const failed = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => reject(new Error('the worker of PDFs did not start')))
  })
  const worker = PDFWorker.create({ port: thread })
  const task = getDocument({
    ...bytesOf(source, start, signal, onLost),
    worker,
    ...limits(),
    ...addressesOfData(),
  })
  const end = () => {
    worker.destroy()
    thread.terminate()
  }
  // A page that takes long does not keep the worker.
  signal.addEventListener('abort', () => {
    const timer = setTimeout(end, END_WAIT)
    void task.destroy().finally(() => {
      clearTimeout(timer)
      end()
    })
  })
  const document = await Promise.race([task.promise, failed])
  const page = await document.getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  signal.throwIfAborted()
  return { document, firstSize: { width, height } }
}

/** Milliseconds that the worker may take to end by itself. */
const END_WAIT = 1000

export function problemOf(error: unknown): PdfProblem {
  // It has no class that could be imported.
  if (error instanceof Error && error.name === 'PasswordException') return 'password'
  return error instanceof InvalidPDFException ? 'damaged' : 'unread'
}

function bytesOf(source: string, { bytes, total, etag }: FileStart, signal: AbortSignal, onLost: () => void) {
  if (bytes.length >= total) return { data: bytes }
  return {
    range: new Ranges(total, bytes, (begin, end) => readRange(source, { begin, end, etag }, signal), onLost),
    rangeChunkSize: PIECE,
    // Else it reads all of the file by and by.
    disableAutoFetch: true,
    disableStream: true,
  }
}

/** Answers what the worker asks for. */
class Ranges extends PDFDataRangeTransport {
  readonly #read: (begin: number, end: number) => Promise<Uint8Array>
  readonly #onLost: () => void
  #isEnded = false

  constructor(
    total: number,
    start: Uint8Array,
    read: (begin: number, end: number) => Promise<Uint8Array>,
    onLost: () => void,
  ) {
    super(total, start)
    this.#read = read
    this.#onLost = onLost
  }

  override requestDataRange(begin: number, end: number): void {
    this.#read(begin, end).then(
      (bytes) => {
        if (!this.#isEnded) this.onDataRange(begin, bytes)
      },
      () => {
        if (!this.#isEnded) this.#onLost()
      },
    )
  }

  override abort(): void {
    this.#isEnded = true
  }
}

/** A picture in a PDF with more pixels is left out: unpacked, it would need 400 MB. */
const MOST_IMAGE_PIXELS = 100_000_000

/** Nothing of a PDF is run: no script, no form, no function as code. */
function limits() {
  return {
    enableXfa: false,
    isEvalSupported: false,
    maxImageSize: MOST_IMAGE_PIXELS,
    verbosity: VerbosityLevel.ERRORS,
  }
}

/** Encodings of Chinese, Japanese and Korean, fonts that PDFs may leave out, and decoders of pictures. */
function addressesOfData() {
  const at = (folder: string) => new URL(`${PDF_DATA}/${folder}/`, globalThis.location.href).href
  return {
    cMapUrl: at('cmaps'),
    cMapPacked: true,
    standardFontDataUrl: at('standard_fonts'),
    wasmUrl: at('wasm'),
    iccUrl: at('iccs'),
    useWorkerFetch: true,
  }
}
