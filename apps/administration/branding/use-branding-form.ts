import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import * as brandingEndpoints from '../../../contract/endpoints/units/branding.ts'
import {
  branding,
  SHARED_PARTS,
  type Branding,
  type BrandingState,
} from '../../../contract/endpoints/units/branding.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { endpointQuery } from '../../../src/app/core/query/query-client.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm, type Left } from '../../../src/app/ui/form/use-form.ts'
import { usePortal, useTexts } from '../portal-context.ts'

/** What the form shows of a state. */
const shownOf = (state: BrandingState): Branding => state.draft?.branding ?? state.published

/** What was typed and not saved when the page was left, of the user. */
let left: (Left<Branding> & { readonly userId: string }) | null = null

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
  const call = useCall()
  const shows = endpointQuery(brandingEndpoints.read, {})
  const { userId } = portal.user
  const [kept] = useState(() => (left?.userId === userId ? left : null))

  const publish = useChange(brandingEndpoints.publish, {
    done: t('branding.published'),
    shows,
    undo: () => async () => {
      const [, before] = await call(brandingEndpoints.history, {})
      if (!before) return
      const { version } = await call(brandingEndpoints.read, {})
      await call(brandingEndpoints.restore, { versionId: before.versionId, version })
      portal.renewUnit()
    },
  })
  const save = useChange(brandingEndpoints.saveDraft, { done: t('branding.draftSaved'), shows })
  /** What is dropped is the draft, or what was only typed. */
  const discard = useChange(
    ({ version }: { dropped: Branding; version: string }) =>
      state.draft ? call(brandingEndpoints.discardDraft, { version }) : Promise.resolve(state),
    {
      done: t('branding.discarded'),
      shows,
      undo:
        (_, { dropped }) =>
        async () => {
          const { version } = await call(brandingEndpoints.read, {})
          await call(brandingEndpoints.saveDraft, { branding: dropped, version })
        },
    },
  )

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
      await publish.mutateAsync({ ...output, version: version ?? '' })
      portal.renewUnit()
    },
  })
  const typed = form.watch()

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

  const saveBy = (work: (version: string) => Promise<unknown>) => {
    form.clearErrors()
    void form.saveBy((version) => work(version ?? ''))
  }

  return {
    form,
    typed,
    isSaving: save.isPending,
    isDiscarding: discard.isPending,
    save: () => saveBy((version) => save.mutateAsync({ branding: form.getValues(), version })),
    discard: () => saveBy((version) => discard.mutateAsync({ dropped: structuredClone(form.getValues()), version })),
  }
}
