import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  branding,
  discardDraft,
  history,
  publish,
  read,
  restore,
  saveDraft,
  type Branding,
  type BrandingState,
} from '../../../contract/endpoints/units/branding.ts'
import { changedFields, mergeChanges } from '../../../contract/rules/fields/merge-changes.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { usePortal, useReason, useTexts } from '../portal-context.ts'
import { useAdministrationForm, useChange } from '../use-change.ts'

/** What the form shows of a state. */
export const shownOf = (state: BrandingState): Branding => state.draft?.branding ?? state.published

/** What was typed and not saved when the page was left, of the user. */
let left: { readonly userId: string; readonly base: BrandingState; readonly typed: Branding } | null = null

/** Returns the function that shows a new state, here and wherever it is shown. */
export function useShowBranding() {
  const client = useQueryClient()
  return async (state: BrandingState) => {
    await client.cancelQueries({ queryKey: [read.name] })
    client.setQueryData([read.name, {}], state)
    void client.invalidateQueries({ queryKey: [history.name] })
  }
}

/** The form of a branding with what can be done with it. `state`: the server's, as it is known. */
export function useBrandingForm(state: BrandingState) {
  const t = useTexts()
  const portal = usePortal()
  const client = useQueryClient()
  const reasonOf = useReason()
  const show = useShowBranding()
  const { tell } = useChange()
  const { userId } = portal.user
  const [kept] = useState(() => (left?.userId === userId ? left : null))
  /** The state that the form began with. */
  const [base, setBase] = useState(kept?.base ?? state)
  const [first] = useState(() => shownOf(base))
  const [busy, setBusy] = useState<'save' | 'discard' | null>(null)

  const form = useAdministrationForm({
    schema: branding,
    values: first,
    async submit(output) {
      const sent = form.getValues()
      const published = await answered(portal.call(publish, { ...output, version: base.version }, { quiet: true }))
      await adopt(published, sent)
      portal.renewUnit()
      tell(t('branding.published'), async () => {
        const [, before] = await portal.call(history, {}, { quiet: true })
        if (!before) return
        const { version } = await portal.call(read, {}, { quiet: true })
        await adopt(
          await portal.call(restore, { versionId: before.versionId, version }, { quiet: true }),
          form.getValues(),
        )
        portal.renewUnit()
      })
    },
  })
  const typed = form.watch()
  const changed = changedFields(shownOf(base), typed).length > 0

  /** Another administrator was quicker: what that is must be known. */
  const answered = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      if (failureCode(error) === 'record.changed') await client.invalidateQueries({ queryKey: [read.name] })
      throw error
    }
  }

  /** Begins anew with a state, and keeps what was typed since `since`. */
  const adopt = async (next: BrandingState, since: Branding) => {
    const target = shownOf(next)
    const { merged } = mergeChanges(since, form.getValues(), target)
    setBase(next)
    form.reset(target, { keepDirtyValues: false })
    for (const field of changedFields(target, merged)) form.setValue(field, merged[field], { shouldDirty: true })
    await show(next)
  }

  const isOther = state.version !== base.version
  // A newer state is shown at once where nothing typed stands against it.
  useEffect(() => {
    if (isOther && !changed && state.revision >= base.revision) void adopt(state, form.getValues())
    // oxlint-disable-next-line react/exhaustive-deps -- once for each state
  }, [state, isOther, changed])

  // What was typed before the page was left.
  useEffect(() => {
    if (!kept) return
    for (const field of changedFields(first, kept.typed)) form.setValue(field, kept.typed[field], { shouldDirty: true })
    // oxlint-disable-next-line react/exhaustive-deps -- when the page is opened, and not after each change
  }, [])
  const latest = useRef({ base, typed, changed })
  useEffect(() => {
    latest.current = { base, typed, changed }
  })
  useEffect(
    () => () => {
      const now = latest.current
      left = now.changed ? { userId, base: now.base, typed: now.typed } : null
    },
    [userId],
  )

  const attempt = async (kind: 'save' | 'discard', work: () => Promise<void>) => {
    setBusy(kind)
    form.clearErrors()
    try {
      await work()
    } catch (error) {
      form.setError('root.server', { message: reasonOf(error) })
    } finally {
      setBusy(null)
    }
  }

  return {
    form,
    typed,
    changed,
    base,
    busy,
    /** What another administrator made of it meanwhile, while something typed is not saved; null without. */
    other: isOther && changed && state.revision >= base.revision ? state : null,
    save: () =>
      attempt('save', async () => {
        const sent = form.getValues()
        const { version } = base
        await adopt(await answered(portal.call(saveDraft, { branding: sent, version }, { quiet: true })), sent)
        portal.notify('success', t('branding.draftSaved'))
      }),
    discard: () =>
      attempt('discard', async () => {
        const { draft, version } = base
        const dropped = form.getValues()
        const next = draft ? await answered(portal.call(discardDraft, { version }, { quiet: true })) : base
        await adopt(next, dropped)
        tell(t('branding.discarded'), async () => {
          const now = await portal.call(read, {}, { quiet: true })
          const again = { branding: dropped, version: now.version }
          await adopt(await portal.call(saveDraft, again, { quiet: true }), form.getValues())
        })
      }),
    combine: () => void adopt(state, shownOf(base)),
    takeTheirs: () => void adopt(state, form.getValues()),
  }
}
