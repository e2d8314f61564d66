import type { TodayCard } from '../../../../contract/endpoints/desktop/today.ts'

/** The cards about one child of a parent, narrowed to it; all without a child. */
export function cardsAbout(cards: readonly TodayCard[], studentId: string | undefined): readonly TodayCard[] {
  if (studentId === undefined) return cards
  return cards.flatMap((card): readonly TodayCard[] => {
    switch (card.kind) {
      case 'child':
        return card.studentId === studentId ? [card] : []
      case 'handIn':
        return card.student?.studentId === studentId ? [card] : []
      case 'todos': {
        // Without `children` the parent has a single child.
        if (!card.children) return [card]
        const own = card.children.find((one) => one.studentId === studentId)
        return own ? [{ kind: 'todos', total: own.total, next: own.next }] : []
      }
      default:
        return []
    }
  })
}

/** The text of a Today without cards. `cards`: those not shown as well, because to-dos that stand beside are still to be done. */
export function emptyText(cards: readonly TodayCard[], ofChild: boolean) {
  const hasTodos = cards.some(({ kind }) => kind === 'todos')
  if (ofChild) return hasTodos ? 'noneBesidesOf' : 'noneOf'
  return hasTodos ? 'noneBesides' : 'none'
}
