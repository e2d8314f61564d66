import { useQueryClient, type DataTag, type QueryKey } from '@tanstack/react-query'

/**
 * Returns the function that makes a call whose response takes the place of a query's data. What it is expected to change is shown at once, so that what is done next
 * knows it; when the call is refused, what is there is loaded again.
 */
export function useExpected<Data>({ queryKey }: { readonly queryKey: DataTag<QueryKey, Data, Error> }) {
  const client = useQueryClient()
  return async (call: () => Promise<Data>, expect: (known: Data) => Data = (known) => known): Promise<Data> => {
    await client.cancelQueries({ queryKey })
    client.setQueryData<Data>(queryKey, (known) => (known === undefined ? known : expect(known)))
    try {
      const now = await call()
      client.setQueryData<Data>(queryKey, now)
      return now
    } catch (error) {
      void client.invalidateQueries({ queryKey })
      throw error
    }
  }
}
