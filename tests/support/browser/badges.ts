import { expect, type Page } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { usePortalData } from '../schools/social-providers.ts'

/** Leaves a teacher so many unread messages and open to-dos that every badge says '99+'. */
export async function fillBadges(dataFolder: string): Promise<void> {
  await usePortalData(dataFolder, (database) =>
    database.asOwner(async (tx) => {
      await tx.execute(sql`
        with teacher as (select unit_id, user_id from user_account where login_name = 'teacher'),
        made as (
          insert into message (unit_id, module, body, importance)
          select unit_id, 'attendance', 'A message', 3 from teacher, generate_series(1, 120)
          returning unit_id, message_id)
        insert into message_recipient (unit_id, user_id, message_id)
        select made.unit_id, user_id, message_id from made join teacher using (unit_id)`)
      await tx.execute(sql`
        insert into todo (unit_id, user_id, module, title)
        select unit_id, user_id, 'notice', 'A to-do' from user_account, generate_series(1, 120) where login_name = 'teacher'`)
    }),
  )
}

/** Expects the badges of messages and to-dos to say '99+', and to lie over no other button, icon or word than their own. */
export async function expectClearBadges(page: Page): Promise<void> {
  const badges = page.locator('.k-counted, .h-tab').locator('.k-count').filter({ visible: true })
  await expect(badges).toHaveText(['99+', '99+'])
  const covered = await badges.evaluateAll((all) =>
    all.flatMap((badge) => {
      const box = badge.getBoundingClientRect()
      const own = badge.closest('.k-counted, .h-tab')
      const isOver = (other: Element) => {
        const { left, right, top, bottom, width } = other.getBoundingClientRect()
        return (
          width > 1 &&
          left < box.right - 0.5 &&
          right > box.left + 0.5 &&
          top < box.bottom - 0.5 &&
          bottom > box.top + 0.5
        )
      }
      return [...document.querySelectorAll('.h-bar a, .h-bar button, .h-tab, .h-title')]
        .filter((other) => !own?.contains(other) && !other.contains(badge) && isOver(other))
        .map((other) => other.getAttribute('aria-label') ?? other.textContent)
    }),
  )
  expect(covered).toEqual([])
  const outside = await badges.evaluateAll((all) =>
    all
      .map((badge) => badge.getBoundingClientRect())
      .filter(({ left, right, top }) => left < 0 || top < 0 || right > innerWidth),
  )
  expect(outside).toEqual([])
}
