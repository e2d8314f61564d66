import { cards, type CardHolder } from '../../../contract/endpoints/attendance-admin.ts'
import { usePortal } from '../portal-context.ts'
import { usePages } from '../use-pages.ts'

/** The cards, page by page; `name` filters. `show` updates a person's card. */
export function useCards(name: string) {
  const portal = usePortal()
  const { change, ...list } = usePages<CardHolder>({
    queryKey: name,
    async read(signal, page) {
      const sought = name === '' ? {} : { name }
      const query = await portal.call(cards, { ...sought, page }, { signal, quiet: true })
      return { total: query.total, items: query.people }
    },
    keyOf: ({ kind, id }) => `${kind} ${id}`,
  })
  const show = (id: string, number: string | null) =>
    change((one) => (one.id === id ? { ...one, cardEnd: number === null ? null : number.slice(-4) } : one))
  return { ...list, show }
}
