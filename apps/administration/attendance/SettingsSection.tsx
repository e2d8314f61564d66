import { useRef, type ComponentProps } from 'react'
import { Card } from '../../../src/app/ui/record/Card.tsx'
import { useKeptFocus } from '../../../src/app/ui/use-kept-focus.ts'

/** A part of the settings, whose heading takes the focus when an entry that had it is removed. */
export function SettingsSection(props: Omit<ComponentProps<typeof Card>, 'ref'>) {
  const part = useRef<HTMLElement>(null)
  useKeptFocus(part)
  return <Card ref={part} {...props} />
}
