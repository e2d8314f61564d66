import { useLanguage, usePortal, useTexts } from './portal-context.ts'
import { failureCode, failureReason } from './use-query.ts'

/** Takes back what was done. */
export type TakeBack = () => Promise<void>

/** Something that is done at once, and how to tell about it. */
export interface Change {
  /** Does it; returns how to take it back, if it can be. */
  work: () => Promise<TakeBack | null>
  done: string
  /** What did not happen, as a sentence; the reason is added. */
  failed: string
}

/**
 * `change` does what a press asks for and says what came of it, with a way back or another try; offline it says that nothing was changed. `tell` says that
 * something has been done, with a way back.
 */
export function useChange(): {
  change: (change: Change) => Promise<void>
  tell: (done: string, takeBack: TakeBack | null) => void
} {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()

  const attempt = async (work: () => Promise<void>, failed: string) => {
    try {
      await work()
    } catch (error) {
      portal.notify('error', `${failed}${t('gap')}${failureReason(failureCode(error), language, t)}`, {
        label: t('action.retry'),
        run: () => void attempt(work, failed),
      })
    }
  }

  const tell = (done: string, takeBack: TakeBack | null) => {
    if (!takeBack) return portal.notify('success', done)
    const undo = async () => {
      await takeBack()
      portal.notify('success', t('undone'))
    }
    return portal.notify('success', done, {
      label: t('action.undo'),
      run: () => void attempt(undo, t('notUndone')),
    })
  }

  const change = async ({ work, done, failed }: Change) => {
    if (!portal.online.current) return portal.notify('warning', t('offline.action'))
    return attempt(async () => tell(done, await work()), failed)
  }

  return { change, tell }
}
