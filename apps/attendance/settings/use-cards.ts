import { cards, type CardHolder } from '../../../contract/endpoints/attendance-admin.ts'
import { usePortal } from '../portal-context.ts'
import { usePages } from '../use-pages.ts'

/** Who has which card, page by page; `name` is what is looked for. `show` shows a person's card as it is now, by its number. */
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
