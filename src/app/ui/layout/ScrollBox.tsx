import './scroll-box.css'
import { useEffect, useRef, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react'
import { SCROLLBAR_STEP, SCROLLBAR_WIDTH } from '../../../../contract/limits.ts'
import { followScroll } from './scroll-bar.ts'

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * A box with its own scroll bars, ten pixels wide. The browser scrolls, so that wheel, touch, keyboard and screen readers work as usual; an arrow key
 * moves it by 15 pixels. The bars are for the mouse only.
 */
export function ScrollBox({
  label,
  maxHeight,
  tabStop = true,
  children,
}: {
  label: string
  maxHeight: string
  /** False where the content has a tab stop whose keys scroll, such as a grid. */
  tabStop?: boolean
  children: ReactNode
}) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => (box.current ? followScroll(box.current) : undefined), [])

  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const way = ARROWS[event.key]
    const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey
    // Arrow keys within a field or a list belong to it.
    if (!way || isModified || event.target !== event.currentTarget) return
    event.preventDefault()
    event.currentTarget.scrollBy(way[0] * SCROLLBAR_STEP, way[1] * SCROLLBAR_STEP)
  }

  const size: CSSProperties & Record<`--${string}`, string> = {
    '--k-scroll-height': maxHeight,
    '--k-scroll-bar': `${SCROLLBAR_WIDTH}px`,
  }
  return (
    <div className="k-scroll" ref={box} style={size}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys scroll */}
      <div
        className="k-scroll__view"
        role="region"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={tabStop ? 0 : undefined}
        onKeyDown={step}
      >
        <div className="k-scroll__content">{children}</div>
      </div>
      <div className="k-scroll__bar" data-axis="y" aria-hidden="true">
        <div className="k-scroll__thumb" />
      </div>
      <div className="k-scroll__bar" data-axis="x" aria-hidden="true">
        <div className="k-scroll__thumb" />
      </div>
    </div>
  )
}
