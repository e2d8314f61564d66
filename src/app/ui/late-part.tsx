import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { CallError } from '../core/api/call-error.ts'
import { isCodeRemoved } from '../core/connectivity/removed-code.ts'
import { useOnline } from '../core/connectivity/use-online.ts'
import { language } from '../core/language/language.ts'
import { signInTexts } from '../core/session/login-texts.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * A part of a page whose code is loaded when it is first shown; `waiting` stands there until then, also made from the properties. Where the code does not arrive, `onMissing` is
 * called, and it is asked for again when the network comes back. With React's `lazy` such a part is shown up to 300 ms after it has been loaded: React
 * holds back what replaces a placeholder for that long after any placeholder appeared.
 */
export function latePart<Props extends object>(
  load: Load<Props>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
  onMissing?: (cause: unknown, props: Props) => unknown,
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
        (cause: unknown) => {
          if (mounted) onMissing?.(cause, props)
        },
      )
      return () => {
        mounted = false
      }
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is shown later is loaded once
    }, [Part, isOnline])
    if (Part) return <Part {...props} />
    return typeof waiting === 'function' ? waiting(props) : waiting
  }
}

/** The same for a dialog that a press opens: where its code does not arrive, a notice says so, and the dialog is closed, so that it can be opened again. */
export const lateDialog = <Props extends { readonly onClose: () => void }>(load: Load<Props>) =>
  latePart(load, null, (cause, { onClose }: Props) => {
    void tellMissing(cause)
    onClose()
  })

/**
 * Says that the code of what was pressed could not be loaded. Where the server no longer has it, a reload is offered, which only the person can time: the page
 * stays with all that was typed.
 */
export async function tellMissing(cause: unknown): Promise<void> {
  const isRemoved = await isCodeRemoved(cause)
  // With the shell, as all that a press opens in this way: the login's script has no notices.
  const [{ notify }, { reportFailure }] = await Promise.all([
    import('../core/notices/notices.ts'),
    import('../core/notices/report-failure.ts'),
  ])
  if (!isRemoved) {
    reportFailure(new CallError('part of a page', { kind: 'network' }))
    return
  }
  const { removed, reload } = signInTexts(language.current).failures
  notify('warning', removed, { action: { label: reload, run: () => location.reload() } })
}
