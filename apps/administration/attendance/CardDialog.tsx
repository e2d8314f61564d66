import * as z from 'zod/mini'
import { removeCard, setCard, type CardHolder } from '../../../contract/endpoints/attendance/attendance-admin.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { useLocale } from '../portal-context.ts'

/** Gives a person a card: its number is typed, or read by a reader that types. */
export function CardDialog({ holder, onClose }: { holder: CardHolder; onClose: () => void }) {
  const { t, personName } = useLocale()
  const call = useCall()
  const { kind, id } = holder
  const name = personName(holder)
  const save = useChange(setCard, {
    done: t('attendance.cards.given', { name }),
    undo:
      ({ before: number }) =>
      () =>
        number === null ? call(removeCard, { kind, id }) : call(setCard, { kind, id, number }),
  })
  const form = useForm({
    schema: z.pick(setCard.request, { number: true }),
    values: { number: '' },
    async submit({ number }) {
      await save.mutateAsync({ kind, id, number })
      onClose()
    },
  })
  return (
    <FormDialog title={t('attendance.cards.giveTitle', { name })} form={form} onClose={onClose}>
      <TextField
        {...form.field('number')}
        label={t('attendance.cards.number')}
        hint={t('attendance.cards.numberHint')}
        autoCapitalize="characters"
      />
    </FormDialog>
  )
}
