import { usePortal, useTexts } from './portal-context.ts'
import { useFailureReason } from './use-endpoint.ts'

type TakeBack = () => Promise<unknown>

/**
 * `change` makes a change and shows the result, with an undo or a retry; offline it says that nothing was changed. `tell` shows a finished change
 * with an undo.
 */
export function useChange() {
  const t = useTexts()
  const portal = usePortal()
  const reasonOf = useFailureReason()

  const attempt = async (work: () => Promise<void>, failed: string) => {
    try {
      await work()
    } catch (error) {
      portal.notify('error', `${failed}${t('gap')}${reasonOf(error)}`, {
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

  const change = async ({
    work,
    done,
    failed,
  }: {
    /** Resolves to its undo, if there is one. */
    work: () => Promise<TakeBack | null>
    done: string
    /** The failure as a sentence; the reason is appended. */
    failed: string
  }) => {
    if (!portal.online.current) return portal.notify('warning', t('offline.action'))
    return attempt(async () => tell(done, await work()), failed)
  }

  return { change, tell }
}
