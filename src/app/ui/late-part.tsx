import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { CallError } from '../core/api/call-error.ts'
import { useOnline } from '../core/connectivity/use-online.ts'
import { reportFailure } from '../core/notices/report-failure.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part of a page whose code is loaded when it is first shown; `waiting` stands there until then. Where the code does not arrive, `onMissing` is
 * called, and it is asked for again when the network comes back. With React's `lazy` such a part is shown up to 300 ms after it has been loaded: React
 * holds back what replaces a placeholder for that long after any placeholder appeared.
 */
export function latePart<Props extends object>(
  load: Load<Props>,
  waiting: ReactNode = null,
  onMissing?: (props: Props) => void,
): (props: Props) => ReactNode {
  let loaded: ComponentType<Props> | null = null
  return function LatePart(props) {
    const [Part, setPart] = useState(() => loaded)
    const isOnline = useOnline()
    useEffect(() => {
      if (Part) return undefined
      let mounted = true
      load().then(
        (module) => {
          loaded = module.default
          if (mounted) startTransition(() => setPart(() => module.default))
        },
        () => {
          if (mounted) onMissing?.(props)
        },
      )
      return () => {
        mounted = false
      }
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is shown later is loaded once
    }, [Part, isOnline])
    return Part ? <Part {...props} /> : waiting
  }
}

/** The same for a dialog that a press opens: where its code does not arrive, a notice says so, and the dialog is closed, so that it can be opened again. */
export const lateDialog = <Props extends { readonly onClose: () => void }>(load: Load<Props>) =>
  latePart(load, null, ({ onClose }: Props) => {
    tellMissing()
    onClose()
  })

/** Says that what was pressed could not be loaded. */
export function tellMissing(): void {
  reportFailure(new CallError('part of a page', { kind: 'network' }))
}
