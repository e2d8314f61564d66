import type * as publications from '../../../contract/endpoints/messages/publications.ts'
import { type Publication, RECEIPT_PAGE } from '../../../contract/endpoints/messages/publications.ts'
import type { Language } from '../../../contract/envelope.ts'
import type { Caller } from '../../../src/app/core/api/call-context.ts'
import { loadPages } from '../../../src/app/micro-apps/load-pages.ts'
import type { Sheet } from '../../../src/app/micro-apps/micro-app.ts'
import { wallClock } from '../../../src/app/ui/export/wall-clock.ts'
import { sheetOf, type ValueColumn } from '../../../src/app/ui/export/sheet-of.ts'
import { nameIn, personName, type Translate } from '../portal-context.ts'

/** All receipts of a message or to-do: who has read or answered it, the latest first, and then the others by name. Rejects as calls do. */
export async function receiptsSheet(
  signal: AbortSignal,
  {
    call,
    of,
    read,
    language,
    t,
  }: { call: Caller; of: Publication; read: typeof publications.receipts; language: Language; t: Translate },
  onProgress: (part: number) => void,
): Promise<Sheet> {
  const { publicationId, kind, asks } = of
  const pagesOf = (state: 'read' | 'unread', from: number) =>
    loadPages(
      RECEIPT_PAGE,
      async (page) => {
        const found = await call(read, { publicationId, state, page }, { signal })
        return { total: found.total, rows: found.people }
      },
      ({ userId }) => userId,
      (part) => onProgress(from + part / 2),
    )
  // First those who have not: who opens it meanwhile is among the readers then. What was taken back is with its readers alone.
  const before = of.state === 'recalled' ? [] : await pagesOf('unread', 0)
  const seen = await pagesOf('read', 0.5)
  const readers = new Set(seen.map(({ userId }) => userId))
  const unseen = before.filter(({ userId }) => !readers.has(userId))
  const title = nameIn({ name: of.title, englishName: of.englishTitle }, language)
  const columns: readonly ValueColumn<(typeof seen)[number]>[] = [
    { heading: t('column.name'), value: (one) => personName(one, language) },
    { heading: t('column.type'), value: ({ userType }) => t(`type.${userType}`) },
    { heading: t('column.place'), value: ({ place }) => (place ? nameIn(place, language) : '') },
    {
      heading: t('filter.state'),
      value: ({ readAt }) => t(`messages.receipt.${readAt === null ? 'unread' : 'read'}.${kind}`),
    },
    {
      heading: t('messages.time'),
      kind: 'datetime',
      value: ({ readAt }) => (readAt === null ? '' : wallClock(readAt)),
    },
    ...(asks === null
      ? []
      : [
          {
            heading: t('messages.answer'),
            value: ({ given }: (typeof seen)[number]) => (given ? t(`messages.given.${given.answer}`) : ''),
          },
          {
            heading: t('messages.reply'),
            value: ({ given }: (typeof seen)[number]) => given?.reply ?? '',
          },
        ]),
  ]
  return sheetOf({ name: t('messages.receipts'), title }, columns, [...seen, ...unseen])
}
