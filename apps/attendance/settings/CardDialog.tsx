import { removeCard, setCard, type CardHolder } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { CARD_LENGTH } from '../../../contract/endpoints/attendance/attendance-station.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { useForm } from '../form/use-form.ts'
import { personName } from '../name-in.ts'
import { useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { useChange } from '../use-change.ts'

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
  const form = useForm({
    initial: { number: '' },
    check: ({ number }): { number?: string } =>
      /^\d+$/.test(number) && number.length >= CARD_LENGTH.least && number.length <= CARD_LENGTH.most
        ? {}
        : { number: t('cards.wrongNumber', CARD_LENGTH) },
    async send({ number }) {
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
  return (
    <FormDialog title={t('cards.giveTitle', { name })} form={form} action={t('action.save')} onClose={onClose}>
      <TextField
        {...form.textField('number')}
        label={t('cards.number')}
        hint={t('cards.numberHint')}
        inputMode="numeric"
        maxLength={CARD_LENGTH.most}
        autoComplete="off"
        onChange={(event) => form.set('number', event.currentTarget.value.replaceAll(/\s/g, ''))}
      />
    </FormDialog>
  )
}
