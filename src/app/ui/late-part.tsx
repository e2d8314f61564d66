import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { CallError } from '../core/api/call-error.ts'
import { isCodeRemoved } from '../core/connectivity/removed-code.ts'
import { useOnline } from '../core/connectivity/use-online.ts'
import { language } from '../core/language/language.ts'
import { signInTexts } from '../core/session/login-texts.ts'

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/**
 * Returns the hook for a component whose code is loaded when it is first wanted: null until it is there. Where it does not arrive, `onMissing` is called; it is asked for again
 * when the network comes back, and with another `attempt`. With React's `lazy` such a part is shown up to 300 ms after it has been loaded: React holds back what replaces a
 * placeholder for that long after any placeholder appeared.
 */
export function lateCode<Props extends object>(load: Load<Props>) {
  let loaded: ComponentType<Props> | null = null
  return function useLateCode(onMissing: (cause: unknown) => unknown, attempt = 1): ComponentType<Props> | null {
    const [Part, setPart] = useState(() => loaded)
    const isOnline = useOnline()
    useEffect(() => {
      if (Part) return undefined
      let mounted = true
      // Twice: the first may share a request that began without a network.
      const again = (cause: unknown) => (isOnline ? load() : Promise.reject(cause))
      load()
        .catch(again)
        .then(
          (module) => {
            loaded = module.default
            if (mounted) startTransition(() => setPart(() => module.default))
          },
          (cause: unknown) => {
            if (mounted) onMissing(cause)
          },
        )
      return () => {
        mounted = false
      }
      // oxlint-disable-next-line react-hooks/exhaustive-deps -- what is shown later is loaded once
    }, [Part, isOnline, attempt])
    return Part
  }
}

/** A part of a page whose code is late; `waiting` stands there until then, also made from the properties. `prepare` loads the code before it is shown. */
export function latePart<Props extends object>(
  load: Load<Props>,
  waiting: ReactNode | ((props: Props) => ReactNode) = null,
  onMissing?: (cause: unknown, props: Props) => unknown,
): ((props: Props) => ReactNode) & { readonly prepare: () => void } {
  const useCode = lateCode(load)
  function LatePart(props: Props) {
    const Part = useCode((cause) => onMissing?.(cause, props))
    // oxlint-disable-next-line react/static-components -- it was loaded, and is the same each time
    if (Part) return <Part {...props} />
    return typeof waiting === 'function' ? waiting(props) : waiting
  }
  return Object.assign(LatePart, { prepare: () => void load().catch(() => {}) })
}

/** The same for what a press or a request opens: where its code does not arrive, a notice says so, and `giveUp` withdraws it, so that it can be opened again. */
export const lateRequest = <Props extends object>(load: Load<Props>, giveUp: (props: Props) => unknown) =>
  latePart(load, null, (cause, props: Props) => {
    void tellMissing(cause)
    giveUp(props)
  })

/** The same for a dialog, which is closed. */
export const lateDialog = <Props extends { readonly onClose: () => void }>(load: Load<Props>) =>
  lateRequest(load, ({ onClose }: Props) => onClose())

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
