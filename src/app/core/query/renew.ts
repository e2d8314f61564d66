import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { reportFailure } from '../notices/report-failure.ts'

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
