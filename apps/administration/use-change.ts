import type { AnyEndpoint, RequestOf, ResponseOf } from '../../contract/endpoint.ts'
import { renewShown, showResponse, startChange } from '../../src/app/core/query/changes.ts'
import { changeOptions } from '../../src/app/core/query/use-change.ts'
import { queryClient } from '../../src/app/core/query/query-client.ts'

export { useSend } from '../../src/app/micro-apps/use-change.ts'

type TakeBack = () => Promise<unknown>

/**
 * The earlier form of a change, until its users have that of `core/query/use-change.ts`. `change` makes a change, which resolves to its undo, if there is one. `tell` shows a finished
 * change with an undo.
 */
export function useChange() {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `work` resolves to
  const undo = (takeBack: unknown) => takeBack as TakeBack | null
  return {
    change: ({ work, done, failed }: { work: () => Promise<TakeBack | null>; done: string; failed: string }) =>
      startChange(queryClient, changeOptions(work, { done, failed, undo, renews: [] })),
    tell: (done: string, takeBack: TakeBack | null) =>
      void startChange(
        queryClient,
        changeOptions(() => Promise.resolve(takeBack), { done, undo, renews: [] }),
      ),
  }
}

/**
 * The earlier form of `shows`: returns the function that shows a response that a change returned in place of what an endpoint returned before; everything else that is shown is loaded
 * again.
 */
export function useShowResponse() {
  return async <R extends AnyEndpoint>(endpoint: R, request: RequestOf<R>, response: ResponseOf<R>): Promise<void> => {
    const queryKey = [endpoint.name, request]
    await showResponse(queryClient, queryKey, response)
    void renewShown(queryClient, queryKey)
  }
}
