import * as z from 'zod/mini'
import { removeCard, setCard, type CardHolder } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { CARD_LENGTH } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { personName } from '../name-in.ts'
import { useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { useChange } from '../use-change.ts'
import { useAttendanceForm } from '../use-attendance-form.ts'

/** Gives a person a card: its number is typed, or read by a reader that types. */
export function CardDialog({
  holder,
  onClose,
  onShow,
}: {
  holder: CardHolder
  onClose: () => void
  /** Called with the changed card. */
  onShow: (id: string, number: string | null) => void
}) {
  const t = useTexts()
  const portal = usePortal()
  const language = useLanguage()
  const { tell } = useChange()
  const { kind, id } = holder
  const name = personName(holder, language)
  const form = useAttendanceForm({
    schema: z.pick(setCard.request, { number: true }),
    values: { number: '' },
    texts: { number: t('cards.wrongNumber', CARD_LENGTH) },
    async submit({ number }) {
      const { before } = await portal.call(setCard, { kind, id, number }, { quiet: true })
      onClose()
      onShow(id, number)
      tell(t('cards.given', { name }), async () => {
        if (before === null) await portal.call(removeCard, { kind, id }, { quiet: true })
        else await portal.call(setCard, { kind, id, number: before }, { quiet: true })
        onShow(id, before)
      })
    },
  })
  const number = form.field('number')
  return (
    <FormDialog
      title={t('cards.giveTitle', { name })}
      form={form}
      action={t('action.save')}
      offline={t('offline.form')}
      onClose={onClose}
    >
      <TextField
        {...number}
        label={t('cards.number')}
        hint={t('cards.numberHint')}
        inputMode="numeric"
        maxLength={CARD_LENGTH.most}
        autoComplete="off"
        onChange={(event) => {
          event.currentTarget.value = event.currentTarget.value.replaceAll(/\s/g, '')
          number.onChange(event)
        }}
      />
    </FormDialog>
  )
}
