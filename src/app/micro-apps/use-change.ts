import { useQueryClient } from '@tanstack/react-query'
import type { AnyEndpoint, RequestOf, ResponseOf } from '../../../contract/endpoint.ts'
import { failureCode, usePortal } from './app-context.ts'

/** Returns the function that makes a change, after which all that is shown is loaded again. Rejects as calls do. */
export function useSend() {
  const portal = usePortal()
  const client = useQueryClient()
  return async <R extends AnyEndpoint>(endpoint: R, request: RequestOf<R>): Promise<ResponseOf<R>> => {
    try {
      const response = await portal.call(endpoint, request, { quiet: true })
      void client.invalidateQueries()
      return response
    } catch (error) {
      // What is shown is not what is there.
      if (failureCode(error) === 'record.changed') void client.invalidateQueries()
      throw error
    }
  }
}

type TakeBack = () => Promise<unknown>

/** Texts of an application about its changes; `gap` stands between two sentences. */
export type ChangeText = 'gap' | 'undone' | 'notUndone' | 'action.retry' | 'action.undo' | 'offline.action'

/** Makes an application's `useChange`, with its own texts and its own words for the reason of a failure. */
export function createUseChange(
  useTexts: () => (key: ChangeText) => string,
  useReason: () => (error: unknown) => string,
) {
  /**
   * `change` makes a change and shows the result, with an undo or a retry; offline it says that nothing was changed. `tell` shows a finished change
   * with an undo.
   */
  return function useChange() {
    const t = useTexts()
    const portal = usePortal()
    const reasonOf = useReason()

    const attempt = async (work: () => Promise<void>, failed: string) => {
      try {
        await work()
      } catch (error) {
        const reason = `${failed}${t('gap')}${reasonOf(error)}`
        // Repeated, it would be from the same state.
        if (failureCode(error) === 'record.changed') portal.notify('error', reason)
        else portal.notify('error', reason, { label: t('action.retry'), run: () => void attempt(work, failed) })
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
}
