import { expect, it } from 'vitest'
import * as publications from '../../../contract/endpoints/messages/publications.ts'
import { type Publication, RECEIPT_PAGE } from '../../../contract/endpoints/messages/publications.ts'
import type { Caller } from '../../../src/app/core/api/call-context.ts'
import { receiptsSheet } from './receipts-sheet.ts'

it('has every receiver once, though some open the message while it is made', async () => {
  const read: string[] = []
  const unread = Array.from({ length: 500 }, (_, nth) => `p${nth}`)
  const call = async (_: unknown, { state, page }: { state: string; page: number }) => {
    const list = state === 'read' ? read : unread
    const people = list.slice((page - 1) * RECEIPT_PAGE, page * RECEIPT_PAGE).map((userId) => ({
      userId,
      realName: userId,
      englishName: userId,
      userType: 3,
      place: null,
      given: null,
      readAt: state === 'read' ? '2026-11-30T08:00:00Z' : null,
    }))
    const { length: total } = list
    read.unshift(...unread.splice(0, 1))
    return { total, people }
  }
  const of = { publicationId: 'x', kind: 'message', asks: null, state: 'sent', title: 't', englishTitle: 't' }
  const sheet = await receiptsSheet(
    new AbortController().signal,
    {
      call: call as unknown as Caller,
      of: of as unknown as Publication,
      read: publications.receipts,
      language: 'en',
      t: (key: string) => key,
    },
    () => {},
  )
  const names = sheet.rows.map(([name]) => name)
  expect(names).toHaveLength(500)
  expect(new Set(names).size).toBe(500)
})
