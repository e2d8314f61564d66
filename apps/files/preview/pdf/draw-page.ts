import pLimit from 'p-limit'
import { AnnotationMode, TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** One page after the other: each is drawn in pieces of a few milliseconds, and those of several pages would come in one frame. */
const drawings = pLimit(1)

/** Reads a page, by its number from 1. Throws when it cannot be read, or when the signal has ended it. */
export async function readPage(pdf: PDFDocumentProxy, number: number, signal: AbortSignal): Promise<PDFPageProxy> {
  const page = await pdf.getPage(number)
  signal.throwIfAborted()
  return page
}

/** Draws a page into a new canvas. `scale` is pixels of the canvas for a point. Throws when it cannot be drawn, or when the signal has ended it. */
export function drawPage(page: PDFPageProxy, scale: number, signal: AbortSignal): Promise<HTMLCanvasElement> {
  return drawings(async () => {
    signal.throwIfAborted()
    const viewport = page.getViewport({ scale })
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.floor(viewport.width))
    canvas.height = Math.max(1, Math.floor(viewport.height))
    // Notes and filled fields are drawn as they look. Nothing of them can be pressed.
    const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE })
    const stop = () => task.cancel()
    signal.addEventListener('abort', stop)
    try {
      await task.promise
    } catch (error) {
      release(canvas)
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
    return canvas
  })
}

/** Puts a page's text over its picture, to be selected and read aloud. */
export async function writeText(page: PDFPageProxy, container: HTMLElement, signal: AbortSignal): Promise<void> {
  const textContentSource = await page.getTextContent()
  signal.throwIfAborted()
  if (textContentSource.lang !== null) container.lang = textContentSource.lang
  await new TextLayer({ textContentSource, container, viewport: page.getViewport({ scale: 1 }) }).render()
  hideMeasures()
}

/** Frees the memory of a canvas now: some browsers keep that of removed ones for long. */
export function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0
  canvas.height = 0
}

/** Removes what is kept for measuring text. */
export function releaseMeasures(): void {
  TextLayer.cleanup()
}

/** pdf.js measures text with a canvas at the end of the document, and expects a style sheet of its own to hide it. */
function hideMeasures(): void {
  for (const canvas of document.querySelectorAll<HTMLElement>('body > .hiddenCanvasElement')) canvas.hidden = true
}
