import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import * as brandingEndpoints from '../../../contract/endpoints/units/branding.ts'
import {
  branding,
  SHARED_PARTS,
  type Branding,
  type BrandingState,
} from '../../../contract/endpoints/units/branding.ts'
import { useForm, type Left } from '../../../src/app/ui/form/use-form.ts'
import { failureCode } from '../../../src/app/micro-apps/app-context.ts'
import { usePortal, useTexts } from '../portal-context.ts'
import { useChange } from '../use-change.ts'

/** What the form shows of a state. */
const shownOf = (state: BrandingState): Branding => state.draft?.branding ?? state.published

/** What was typed and not saved when the page was left, of the user. */
let left: (Left<Branding> & { readonly userId: string }) | null = null

/** Returns the function that shows a new state, here and wherever it is shown. */
export function useShowBranding() {
  const client = useQueryClient()
  return async (state: BrandingState) => {
    await client.cancelQueries({ queryKey: [brandingEndpoints.read.name] })
    client.setQueryData([brandingEndpoints.read.name, {}], state)
    void client.invalidateQueries({ queryKey: [brandingEndpoints.history.name] })
  }
}

/** How the values that are no texts are shown beside another administrator's. */
function useShownFields() {
  const t = useTexts()
  const isOwn = (picture: string | null) => t(picture === null ? 'branding.names.noLogo' : 'branding.picture.current')
  const texts: { readonly [Name in keyof Branding]?: (value: Branding[Name]) => string } = {
    logo: isOwn,
    picture: (picture) => t(picture === null ? 'branding.picture.none' : 'branding.picture.current'),
    scene: (scene) => t(`branding.scene.${scene}`),
    mottoStyle: ({ color, fontSize, fontFamily }) => [color, fontFamily, fontSize].join(t('comma')),
    sharing: (modes) =>
      SHARED_PARTS.map((part) =>
        t('branding.sharing.part', {
          part: t(`branding.part.${part}`),
          mode: t(`branding.sharing.${modes[part] ?? 'none'}`),
        }),
      ).join(t('comma')),
    taken: (parts) => parts.map((part) => t(`branding.part.${part}`)).join(t('comma')),
  }
  const fields = z.keyof(branding).options
  return Object.fromEntries(
    fields.map((name) => [name, { label: t(`branding.field.${name}`), ...(texts[name] && { text: texts[name] }) }]),
  )
}

/** The form of a branding with what can be done with it. `state`: the server's, as it is known. */
export function useBrandingForm(state: BrandingState) {
  const t = useTexts()
  const portal = usePortal()
  const client = useQueryClient()
  const show = useShowBranding()
  const { tell } = useChange()
  const { userId } = portal.user
  const [kept] = useState(() => (left?.userId === userId ? left : null))
  const [busy, setBusy] = useState<'save' | 'discard' | null>(null)

  const form = useForm({
    schema: branding,
    values: shownOf(state),
    record: {
      endpoint: brandingEndpoints.publish,
      version: state.version,
      valuesOf: shownOf,
      show: useShownFields(),
      left: kept,
    },
    fieldAt: (field) => field.replace(/^branding\./, ''),
    async submit(output, version) {
      await send(
        (known) => portal.call(brandingEndpoints.publish, { ...output, version: known }, { quiet: true }),
        version,
      )
      portal.renewUnit()
      tell(t('branding.published'), async () => {
        const [, before] = await portal.call(brandingEndpoints.history, {}, { quiet: true })
        if (!before) return
        const { versionId } = before
        const now = await portal.call(brandingEndpoints.read, {}, { quiet: true })
        await show(await portal.call(brandingEndpoints.restore, { versionId, version: now.version }, { quiet: true }))
        portal.renewUnit()
      })
    },
  })
  const typed = form.watch()

  /** Makes a change and shows the state that it led to. */
  const send = async (call: (version: string) => Promise<BrandingState>, version: string | null) => {
    try {
      await show(await call(version ?? ''))
    } catch (error) {
      // What is shown is not what is there.
      if (failureCode(error) === 'record.changed')
        void client.invalidateQueries({ queryKey: [brandingEndpoints.read.name] })
      throw error
    }
  }

  const latest = useRef<Left<Branding>>(null)
  useEffect(() => {
    latest.current = form.changed ? { ...form.base, typed } : null
  })
  useEffect(
    () => () => {
      left = latest.current && { userId, ...latest.current }
    },
    [userId],
  )

  const attempt = async (kind: 'save' | 'discard', work: (version: string | null) => Promise<void>) => {
    setBusy(kind)
    form.clearErrors()
    await form.saveBy(work).finally(() => setBusy(null))
  }

  return {
    form,
    typed,
    busy,
    save: () =>
      attempt('save', async (version) => {
        const sent = form.getValues()
        await send(
          (known) => portal.call(brandingEndpoints.saveDraft, { branding: sent, version: known }, { quiet: true }),
          version,
        )
        portal.notify('success', t('branding.draftSaved'))
      }),
    discard: () =>
      attempt('discard', async (version) => {
        const dropped = structuredClone(form.getValues())
        if (state.draft)
          await send(
            (known) => portal.call(brandingEndpoints.discardDraft, { version: known }, { quiet: true }),
            version,
          )
        tell(t('branding.discarded'), async () => {
          const now = await portal.call(brandingEndpoints.read, {}, { quiet: true })
          const again = { branding: dropped, version: now.version }
          await show(await portal.call(brandingEndpoints.saveDraft, again, { quiet: true }))
        })
      }),
  }
}
