import { hashKey, MutationCache, type MutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { CallError } from '../api/call-error.ts'
import { i18n } from '../language/i18n.ts'
import { notify } from '../notices/notices.ts'
import { reportFailure } from '../notices/report-failure.ts'

/** What is said of a change, and what is loaded again after it. `useChange` has the types of the result and of what was sent. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- TanStack asks for an index signature, which an interface has not
export type ChangeMeta = {
  /** Null: nothing is said. */
  done?(result: unknown, sent: unknown): string | null
  /** What failed, and why. Without it the caller shows the failure. */
  failed?(sent: unknown, error: unknown): string
  /** The change that takes it back; null where there is none. */
  undo?(result: unknown, sent: unknown): MutationOptions<unknown, Error, unknown> | null
  /** The query whose data the result is. */
  readonly shows?: QueryKey
  /** The names of the endpoints to load again; by default all that is shown. */
  readonly renews?: readonly string[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: ChangeMeta
  }
}

/** Loads again what is shown. What was loaded for good (`staleTime: Infinity`) is renewed by its own event. */
export function renewShown(client: QueryClient, except?: QueryKey): Promise<void> {
  return client.invalidateQueries({
    type: 'active',
    stale: true,
    predicate: ({ queryHash }) => !except || queryHash !== hashKey(except),
  })
}

/** Loads again what endpoints of these names returned, where it is shown. A failure is shown as a notice; never rejects. */
export async function renewNamed(client: QueryClient, names: readonly string[]): Promise<void> {
  const renewals = names.map((name) => client.invalidateQueries({ queryKey: [name] }, { throwOnError: true }))
  await Promise.all(renewals).catch(reportFailure)
}

/** Shows a response that a change returned in place of what a query returned before, and drops running requests for it. */
export async function showResponse(client: QueryClient, queryKey: QueryKey, response: unknown): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, response)
}

/** Says of every change that it is done, with an undo, or that it failed, with a retry, and loads again what is shown. */
export function createChangeCache(): MutationCache {
  return new MutationCache({
    async onSuccess(result, sent, _context, { meta = {} }, { client }) {
      const { shows, renews } = meta
      if (shows) await showResponse(client, shows, result)
      // Those that are named are waited for: the caller moves the focus in what is drawn then.
      if (renews) await renewNamed(client, renews)
      else void renewShown(client, shows)
      const text = meta.done?.(result, sent)
      if (!text) return
      const back = meta.undo?.(result, sent)
      notify('success', text, back ? action(i18n.t('change.undo', { ns: 'kit' }), () => startChange(client, back)) : {})
    },
    onError(error, sent, _context, { meta = {}, options }, { client }) {
      // What is shown is not what is there; repeated, it would be from the same state.
      const isChanged = error instanceof CallError && error.code === 'record.changed'
      if (isChanged) void renewShown(client)
      if (!meta.failed) return undefined
      const retry = action(i18n.t('retry'), () => startChange(client, options, sent))
      return notify('error', meta.failed(sent, error), isChanged ? {} : retry)
    },
  })
}

const action = (label: string, run: () => Promise<void>) => ({ action: { label, run: () => void run() } })

/** Starts a change outside of a component; what is said of it is in its `meta`. Never rejects. */
export async function startChange(
  client: QueryClient,
  options: MutationOptions<unknown, Error, unknown>,
  sent?: unknown,
): Promise<void> {
  const change = client.getMutationCache().build(client, client.defaultMutationOptions(options))
  await change.execute(sent).catch(() => {})
}
