import { hashKey, type Mutation, type MutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { CallError } from '../api/call-error.ts'
import { renewNamed } from './renew-named.ts'

/** What is said of a change, and what is loaded again after it. `useChange` makes it. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- TanStack asks for an index signature, which an interface has not
export type ChangeMeta = {
  /** Says that it is done. */
  done?(result: unknown, sent: unknown, client: QueryClient): void
  /** Says why it failed; `retry` null where it would be from the same state. Without it the caller shows the failure. */
  failed?(error: unknown, sent: unknown, retry: (() => Promise<void>) | null): void
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

type AnyMutation = Mutation<unknown, unknown>

/** Loads again what is shown. What was loaded for good (`staleTime: Infinity`) is renewed by its own event. */
export function renewShown(client: QueryClient, except?: QueryKey): Promise<void> {
  return client.invalidateQueries({
    type: 'active',
    stale: true,
    predicate: ({ queryHash }) => !except || queryHash !== hashKey(except),
  })
}

/** Shows a response that a change returned in place of what a query returned before, and drops running requests for it. */
export async function showResponse(client: QueryClient, queryKey: QueryKey, response: unknown): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true })
  client.setQueryData(queryKey, response)
}

/** Shows the result of a change, loads again what is shown, and says that it is done. */
export async function tellDone(
  client: QueryClient,
  result: unknown,
  sent: unknown,
  meta: ChangeMeta = {},
): Promise<void> {
  const { shows, renews } = meta
  if (shows) await showResponse(client, shows, result)
  // Those that are named are waited for: the caller moves the focus in what is drawn then.
  if (renews) await renewNamed(client, renews)
  else void renewShown(client, shows)
  meta.done?.(result, sent, client)
}

/** Says why a change failed, and loads again what is shown where another person has changed it. */
export function tellFailed(
  client: QueryClient,
  error: unknown,
  sent: unknown,
  { meta = {}, options }: AnyMutation,
): void {
  const isChanged = error instanceof CallError && error.code === 'record.changed'
  if (isChanged) void renewShown(client)
  meta.failed?.(error, sent, isChanged ? null : () => startChange(client, options, sent))
}

/** Starts a change outside of a component; what is said of it is in its `meta`. Never rejects. */
export async function startChange(
  client: QueryClient,
  options: MutationOptions<unknown, Error, unknown>,
  sent?: unknown,
): Promise<void> {
  const change = client.getMutationCache().build(client, client.defaultMutationOptions(options))
  await change.execute(sent).catch(() => {})
}
