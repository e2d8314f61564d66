import { useRef, type ComponentProps } from 'react'
import { Card } from '../../src/app/ui/record/Card.tsx'
import { useKeptFocus } from '../../src/app/ui/use-kept-focus.ts'

/** A card with a list: when an entry that had the focus is removed, the next one gets it, or the card's heading. */
export function ListCard(props: Omit<ComponentProps<typeof Card>, 'ref'>) {
  const card = useRef<HTMLElement>(null)
  useKeptFocus(card)
  return <Card ref={card} {...props} />
}
