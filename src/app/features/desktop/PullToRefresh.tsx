import './pull-to-refresh.css'
import './desktop-texts.ts'
import Arrow from '@phosphor-icons/core/regular/arrow-down.svg?react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/icons/Icon.tsx'
import { desktopState } from './desktop-store.ts'

const FAR_ENOUGH = 128
const FURTHEST = 200
const SLACK = 10
/** Milliseconds. */
const SAID = 1200

/** `way`: how far it is pulled, in pixels. */
interface Pull {
  readonly status: 'rest' | 'pulling' | 'busy' | 'done' | 'failed'
  readonly way: number
}

const REST: Pull = { status: 'rest', way: 0 }

/** Loads icons and counts again when the page is pulled down beyond its top; shows the progress. */
export default function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<void> }) {
  const { t } = useTranslation('desktop')
  const [{ status, way: shown }, setPull] = useState(REST)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let from: { x: number; y: number } | null = null
    let way = 0
    let busy = false

    const begin = (event: TouchEvent) => {
      const [touch] = event.touches
      const atTop = (document.scrollingElement?.scrollTop ?? 0) <= 0
      const inDialog = event.target instanceof Element && event.target.closest('dialog') !== null
      from =
        touch && atTop && !busy && !inDialog && event.touches.length === 1
          ? { x: touch.clientX, y: touch.clientY }
          : null
      way = 0
    }
    const follow = (event: TouchEvent) => {
      const [touch] = event.touches
      if (!from || !touch) return
      const [right, down] = [touch.clientX - from.x, touch.clientY - from.y]
      // An icon is being moved, or the page is scrolled or swiped.
      if (event.defaultPrevented || (way === 0 && (Math.abs(right) > Math.max(SLACK, down) || down < -SLACK))) {
        from = null
        if (way > 0) setPull(REST)
        return
      }
      if (down < SLACK) return
      way = Math.min(down, FURTHEST)
      setPull({ status: 'pulling', way })
      if (event.cancelable) event.preventDefault()
    }
    const end = () => {
      if (!from || way === 0) return
      from = null
      if (way < FAR_ENOUGH) setPull(REST)
      else void load()
    }
    const load = async () => {
      busy = true
      setPull({ status: 'busy', way: FAR_ENOUGH })
      const before = desktopState()
      await onRefresh()
      busy = false
      if (signal.aborted) return
      // A failure leaves the same state object.
      setPull({ status: desktopState() === before ? 'failed' : 'done', way: FAR_ENOUGH })
      setTimeout(() => {
        if (!signal.aborted) setPull((now) => (now.status === 'done' || now.status === 'failed' ? REST : now))
      }, SAID)
    }
    window.addEventListener('touchstart', begin, { passive: true, signal })
    window.addEventListener('touchmove', follow, { passive: false, signal })
    window.addEventListener('touchend', end, { signal })
    window.addEventListener('touchcancel', () => setPull(REST), { signal })
    return () => listening.abort()
  }, [onRefresh])

  const far = shown >= FAR_ENOUGH
  return (
    <div className="d-pull" data-status={status} style={{ height: shown / 2 }}>
      <span className="d-pull__sign" role="status">
        {status === 'pulling' && (
          <>
            <span className="d-pull__arrow" data-far={far || undefined}>
              <Icon svg={Arrow} />
            </span>
            {t(far ? 'refresh.release' : 'refresh.pull')}
          </>
        )}
        {status === 'busy' && (
          <>
            <span className="k-spinner" aria-hidden="true" />
            {t('refresh.busy')}
          </>
        )}
        {(status === 'done' || status === 'failed') && t(`refresh.${status}`)}
      </span>
    </div>
  )
}
