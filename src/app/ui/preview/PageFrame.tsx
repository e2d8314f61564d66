import './page-frame.css'
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** A window of this size, in CSS pixels. */
export interface PreviewWindow {
  readonly width: number
  readonly height: number
}

const DOCUMENT = '<!doctype html><html><head></head><body></body></html>'

/**
 * Shows a page as it is in a window of another size, reduced to the width that there is: in a document of its own, so that the page's own styles for narrow and wide
 * windows apply. It is looked at, not used.
 */
export function PageFrame({
  title,
  window: { width, height },
  language,
  dark,
  properties,
  page,
  children,
}: {
  /** Names the frame and its document. */
  title: string
  window: PreviewWindow
  language: string
  dark: boolean
  /** Custom properties of its root, such as tints. */
  properties: Readonly<Record<string, string>>
  /** The kind of page, as the document's root has it. */
  page: string
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLIFrameElement>(null)
  const [frame, setFrame] = useState<Document | null>(null)
  const [scale, setScale] = useState(0)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => setScale(element.clientWidth / width)
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    measure()
    return () => observer.disconnect()
  }, [width])

  useLayoutEffect(() => {
    const inner = view.current?.contentDocument
    if (!inner) return
    // Written rather than given as `srcdoc`: Firefox may refuse such a document all style sheets and pictures of 'self' in the policy that it inherits.
    inner.open()
    inner.write(DOCUMENT)
    inner.close()
    inner.body.inert = true
    setFrame(inner)
  }, [])

  useEffect(() => {
    if (frame) describeDocument(frame, { title, language, page, properties })
  }, [frame, language, page, title, properties])

  useEffect(() => (frame ? copyStyles(frame, dark) : undefined), [frame, dark])

  const size: CSSProperties & Record<`--k-${string}`, string> = {
    '--k-frame-width': `${width}px`,
    '--k-frame-height': `${height}px`,
    '--k-frame-scale': String(scale),
    aspectRatio: `${width} / ${height}`,
  }
  return (
    <div ref={box} className="k-page-frame" style={size}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- its content is drawn by this page, and nothing in it runs */}
      <iframe ref={view} title={title} tabIndex={-1} />
      {frame && createPortal(children, frame.body)}
    </div>
  )
}

function describeDocument(
  frame: Document,
  given: {
    readonly title: string
    readonly language: string
    readonly page: string
    readonly properties: Readonly<Record<string, string>>
  },
): void {
  const root = frame.documentElement
  root.lang = given.language
  root.dataset['page'] = given.page
  frame.title = given.title
  for (const [name, value] of Object.entries(given.properties)) root.style.setProperty(name, value)
}

const STYLES = 'link[rel=stylesheet], style'
/** Marks copies. */
const COPY = 'copied'

/** Gives a frame this page's style sheets, also those that are loaded later, for a light or a dark screen. Returns the function that ends it. */
function copyStyles(frame: Document, dark: boolean): () => void {
  const originals = new Set<Node>()
  for (const old of frame.querySelectorAll(`[data-${COPY}]`)) old.remove()
  const copy = () => {
    for (const original of document.querySelectorAll<HTMLElement>(STYLES)) {
      if (originals.has(original)) continue
      originals.add(original)
      const made = frame.importNode(original, true)
      made.dataset[COPY] = ''
      made.addEventListener('load', () => showMode(frame, dark))
      frame.head.append(made)
    }
    showMode(frame, dark)
  }
  copy()
  const observers = [new MutationObserver(copy), new MutationObserver(() => showMode(frame, dark))]
  observers[0]?.observe(document.head, { childList: true })
  observers[1]?.observe(frame.head, { childList: true })
  return () => {
    for (const observer of observers) observer.disconnect()
  }
}

/** As core/appearance.ts: rewritten conditions need no second copy of the tokens. */
function showMode(frame: Document, dark: boolean): void {
  for (const sheet of frame.styleSheets) {
    try {
      for (const rule of sheet.cssRules) {
        const media: unknown = Reflect.get(rule, 'media')
        const text: unknown = Reflect.get(Object(media), 'mediaText')
        if (typeof text !== 'string' || !text.includes('prefers-color-scheme')) continue
        const condition = '(prefers-color-scheme: dark)'
        Reflect.set(Object(media), 'mediaText', dark ? `screen, ${condition}` : `${condition} and (max-width: 0px)`)
      }
    } catch {
      // It is not loaded yet, or an extension's.
    }
  }
}
