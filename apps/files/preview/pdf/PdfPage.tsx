import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties } from 'react'
import { useTexts } from '../../portal.ts'
import { drawPage, readPage, release, writeText } from './draw-page.ts'
import type { Size } from './page-layout.ts'
import { canvasRatio } from './zoom.ts'

/** One page: its picture, and its text over that. It is drawn again in another size; until then the picture is stretched. */
export function PdfPage({
  pdf,
  number,
  size,
  top,
  scale,
  onSize,
}: {
  pdf: PDFDocumentProxy
  /** From 1. */
  number: number
  /** In pixels. */
  size: Size
  top: number
  /** Pixels for a point. */
  scale: number
  /** The page's own size in points, once it is known. */
  onSize: (number: number, size: Size) => void
}) {
  const t = useTexts()
  const picture = useRef<HTMLDivElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'waiting' | 'drawn' | 'failed'>('waiting')
  const tellSize = useEffectEvent(onSize)

  useEffect(() => {
    const ending = new AbortController()
    const draw = async () => {
      const page = await readPage(pdf, number, ending.signal)
      const points = page.getViewport({ scale: 1 })
      tellSize(number, { width: points.width, height: points.height })
      const shown = { width: points.width * scale, height: points.height * scale }
      const device = matchMedia('(pointer: coarse)').matches ? 'phone' : 'pc'
      const canvas = await drawPage(page, scale * canvasRatio(shown, devicePixelRatio, device), ending.signal)
      if (ending.signal.aborted) return release(canvas)
      const before = picture.current?.querySelector('canvas')
      picture.current?.replaceChildren(canvas)
      if (before) release(before)
      setState('drawn')
    }
    draw().catch(() => {
      if (!ending.signal.aborted) setState('failed')
    })
    return () => ending.abort()
  }, [pdf, number, scale])

  useEffect(() => {
    const ending = new AbortController()
    const container = text.current
    const write = async () => {
      const page = await readPage(pdf, number, ending.signal)
      if (container) await writeText(page, container, ending.signal)
    }
    // Without its text a page is still to be seen.
    write().catch(() => undefined)
    return () => {
      ending.abort()
      container?.replaceChildren()
    }
  }, [pdf, number])

  useEffect(() => {
    const shown = picture.current
    return () => {
      const canvas = shown?.querySelector('canvas')
      if (canvas) release(canvas)
    }
  }, [])

  const style: CSSProperties & { '--total-scale-factor': number } = {
    top,
    width: size.width,
    height: size.height,
    '--total-scale-factor': scale,
  }
  return (
    <div
      className="f-pdf__page"
      role="group"
      aria-label={t('pdf.page', { page: number })}
      style={style}
      data-state={state}
    >
      <div ref={picture} className="f-pdf__picture" role="img" aria-label={t('pdf.page', { page: number })} />
      <div ref={text} className="f-pdf__text" />
      {state === 'failed' && <p className="f-pdf__failed">{t('pdf.pageFailed', { page: number })}</p>}
    </div>
  )
}
